import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const yogaBytes = /(?<=H="data:application\/octet-stream;base64,)[A-Za-z0-9+/=]+/;

/**
 * Bundles ink as CommonJS, which starts faster: importing a Node module from an ES module creates all of its exports.
 * CommonJS has no top-level await, so yoga's WebAssembly is compiled synchronously and ink's developer tools are removed.
 */
export const inkAsCommonJs: Plugin = {
  name: 'ink-as-commonjs',
  setup(build) {
    build.onLoad({ filter: /yoga-layout[/\\]dist[/\\]src[/\\]index\.js$/ }, ({ path }) => ({
      resolveDir: join(path, '..'),
      contents: `
        import load from '../binaries/yoga-wasm-base64-esm.js';
        import bytes from 'yoga-bytes';
        import wrapAssembly from './wrapAssembly.js';
        const assembly = {
          instantiateWasm(imports, use) {
            use(new WebAssembly.Instance(new WebAssembly.Module(bytes), imports));
            return {};
          },
        };
        load(assembly);
        export default wrapAssembly(assembly);
        export * from './generated/YGEnums.js';`,
    }));
    build.onLoad({ filter: /yoga-wasm-base64-esm\.js$/, namespace: 'file' }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(yogaBytes, ''),
    }));
    build.onResolve({ filter: /^yoga-bytes$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, '../binaries/yoga-wasm-base64-esm.js'),
      namespace: 'yoga-bytes',
    }));
    build.onLoad({ filter: /.*/, namespace: 'yoga-bytes' }, ({ path }) => {
      const [base64] = yogaBytes.exec(readFileSync(path, 'utf8')) ?? [];
      if (base64 === undefined) throw new Error(`${path} contains no WebAssembly where it was expected.`);
      return { contents: Buffer.from(base64, 'base64'), loader: 'binary' };
    });
    build.onLoad({ filter: /ink[/\\]build[/\\]reconciler\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll("process.env['DEV'] === 'true'", 'false'),
    }));
  },
};

/** Measures simple texts without string-width, which is loaded only for other texts. */
export const fastStringWidth = (root: string): Plugin => ({
  name: 'fast-string-width',
  setup(build) {
    build.onResolve({ filter: /^string-width$/ }, ({ pluginData }) =>
      pluginData === 'whole' ? null : { path: 'string-width', namespace: 'fast-string-width' },
    );
    build.onResolve({ filter: /^whole-width$/ }, ({ kind }) =>
      build.resolve('string-width', { kind, resolveDir: root, pluginData: 'whole' }),
    );
    build.onLoad({ filter: /.*/, namespace: 'fast-string-width' }, () => ({
      resolveDir: join(root, 'src/ui'),
      contents: `
        import { plainWidth } from './plain-width.ts';
        let whole;
        export default (text, options) => {
          const width = typeof text === 'string' ? plainWidth(text) : null;
          if (width !== null) return width;
          whole ??= require('whole-width').default;
          return whole(text, options);
        };`,
    }));
  },
});
