import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const yogaBytes = /(?<=H="data:application\/octet-stream;base64,)[A-Za-z0-9+/=]+/;

/**
 * Ink as CommonJS, which Node starts sooner: an ES module that imports Node's own has all of their exports made, asked
 * for or not. For that ink's layout, WebAssembly, is compiled at once instead of awaited, and its developer tools,
 * awaited where DEV is set, are left out.
 */
export const inkAtOnce: Plugin = {
  name: 'ink-at-once',
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
      if (base64 === undefined) throw new Error(`${path} holds no WebAssembly where it was expected.`);
      return { contents: Buffer.from(base64, 'base64'), loader: 'binary' };
    });
    build.onLoad({ filter: /ink[/\\]build[/\\]reconciler\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll("process.env['DEV'] === 'true'", 'false'),
    }));
  },
};

/** Ink's modules do nothing when they are merely loaded, though its package does not say so: those unused are left out. */
export const inkInPart: Plugin = {
  name: 'ink-in-part',
  setup(build) {
    build.onResolve({ filter: /^ink$|^\./ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      const isOfInk = path === 'ink' || /[/\\]ink[/\\]build[/\\]/.test(importer);
      if (!isOfInk || pluginData === 'asked') return null;
      return {
        ...(await build.resolve(path, { importer, kind, resolveDir, pluginData: 'asked' })),
        sideEffects: false,
      };
    });
  },
};

/** Measures most texts without what knows every emoji, which is loaded for the others. */
export const quickWidths = (root: string): Plugin => ({
  name: 'quick-widths',
  setup(build) {
    build.onResolve({ filter: /^string-width$/ }, ({ pluginData }) =>
      pluginData === 'whole' ? null : { path: 'string-width', namespace: 'quick-widths' },
    );
    build.onResolve({ filter: /^whole-width$/ }, ({ kind }) =>
      build.resolve('string-width', { kind, resolveDir: root, pluginData: 'whole' }),
    );
    build.onLoad({ filter: /.*/, namespace: 'quick-widths' }, () => ({
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
