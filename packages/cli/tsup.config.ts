import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { defineConfig, type Options } from 'tsup';
import { directCore } from './build/direct-core.ts';
import { fastStringWidth, inkAsCommonJs } from './build/ink.ts';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** Modules that most commands do not need. Each is a bundle that its dynamic import loads. */
const separateBundles = new Map([
  ['src/main.ts', './program.cjs'],
  ['src/ui/watch/render.tsx', './watch.cjs'],
  ['src/auth/oauth.ts', './oauth.cjs'],
  ['src/http/undici.ts', './http.cjs'],
  ['src/output/yaml.ts', './yaml.cjs'],
  ['src/manifests/repository.ts', './manifests.cjs'],
  ['src/output/jq.ts', './jq.cjs'],
]);

const loadSeparateBundles: Plugin = {
  name: 'load-separate-bundles',
  setup(build) {
    build.onResolve({ filter: /\.tsx?$/ }, ({ path, kind, resolveDir }) => {
      const file = separateBundles.get(relative(import.meta.dirname, join(resolveDir, path)));
      if (kind !== 'dynamic-import' || file === undefined) return null;
      return { path: file, namespace: 'apart' };
    });
    // `require` is some milliseconds faster than `import()` of a CommonJS file, which starts the ESM loader.
    build.onLoad({ filter: /.*/, namespace: 'apart' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
    build.onResolve({ filter: /.*/, namespace: 'apart' }, ({ path }) => ({ path, external: true }));
  },
};

const root = import.meta.dirname;
const source = join(root, 'src');
const corePattern = /^@trimtab\/core/;

/** The key of a dynamic import in `work.cjs`: the path for files of the CLI, the name for core. */
const keyOf = (path: string, folder: string): string =>
  corePattern.test(path) ? path : `./${relative(import.meta.dirname, join(folder, path))}`;

/** All dynamic imports in the source: everything that --help does not need. */
function lazilyImported(): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.|^testing\//.test(name),
  );
  const named = files.flatMap((name) =>
    [...readFileSync(join(source, name), 'utf8').matchAll(/import\('(\.[^']+\.tsx?|@trimtab\/core[^']*)'\)/g)].map(
      ([, path = '']) => keyOf(path, join(source, dirname(name))),
    ),
  );
  return [...new Set(named)].filter((key) => !separateBundles.has(key.slice(2))).toSorted();
}

/** Redirects dynamic imports to work.cjs, so that --help and usage errors load only program.cjs. */
const loadWork: Plugin = {
  name: 'load-work',
  setup(build) {
    const lazy = new Set(lazilyImported());
    build.onResolve({ filter: /\.tsx?$|^@trimtab\/core/ }, ({ path, kind, resolveDir }) => {
      const key = keyOf(path, resolveDir);
      return kind === 'dynamic-import' && lazy.has(key) ? { path: key, namespace: 'work' } : null;
    });
    build.onLoad({ filter: /.*/, namespace: 'work' }, ({ path }) => ({
      contents: `module.exports = require('./work.cjs')[${JSON.stringify(path)}]();`,
    }));
    build.onResolve({ filter: /.*/, namespace: 'work' }, ({ path }) => ({ path, external: true }));
  },
};

/** All bundles use the error classes of program.cjs: `instanceof` fails between two copies of a class. */
const sharedErrors: Plugin = {
  name: 'shared-errors',
  setup(build) {
    build.onResolve({ filter: /\/failure\.ts$/ }, () => ({ path: './program.cjs', external: true }));
  },
};

/** The entry of `work.cjs`. */
const work: Plugin = {
  name: 'work',
  setup(build) {
    build.onLoad({ filter: /build\/work\.ts$/ }, () => ({
      contents: `module.exports = {${lazilyImported()
        .map((key) => `${JSON.stringify(key)}: () => require(${JSON.stringify(key)})`)
        .join(',')}};`,
      resolveDir: import.meta.dirname,
      loader: 'js',
    }));
  },
};

/** Commander imports child_process for subcommands that are executables; loading it takes a tenth of the start-up time. */
const withoutChildProcess: Plugin = {
  name: 'without-child-process',
  setup(build) {
    build.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes('commander') ? { path: join(import.meta.dirname, 'build/empty.ts') } : null,
    );
  },
};

const common: Options = {
  outDir: 'dist',
  format: 'cjs',
  outExtension: () => ({ js: '.cjs' }),
  platform: 'node',
  target: 'node22',
  // Everything is bundled, so the package has no dependencies.
  noExternal: [/.*/],
  minify: true,
  splitting: false,
  silent: true,
  // Without this, tsup rewrites the imports of Node's modules before the plugins below see them.
  removeNodeProtocol: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  esbuildOptions(options) {
    options.legalComments = 'eof';
    // Ink imports its developer tools, which a production build does not need.
    options.alias = { 'react-devtools-core': './build/empty.ts' };
    options.jsx = 'automatic';
  },
};

/** Writes the help that the launcher prints without loading the program. */
async function writeHelp(folder: string): Promise<void> {
  const words = [join(folder, 'program.cjs'), '--help'];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  writeFileSync(join(folder, 'help.txt'), stdout);
}

export default defineConfig(({ outDir = 'dist' }) => [
  {
    ...common,
    entry: { trimtab: 'src/launch.ts' },
    // The launcher must run on old versions of Node to print its error about them.
    target: 'node14',
    banner: { js: '#!/usr/bin/env node' },
    esbuildPlugins: [loadSeparateBundles],
  },
  {
    ...common,
    entry: { program: 'src/main.ts' },
    esbuildPlugins: [loadSeparateBundles, loadWork, withoutChildProcess],
    onSuccess: () => writeHelp(resolve(import.meta.dirname, outDir)),
  },
  {
    ...common,
    entry: { work: 'build/work.ts' },
    esbuildPlugins: [work, sharedErrors, loadSeparateBundles, fastStringWidth(root), directCore(root)],
  },
  { ...common, entry: { manifests: 'src/manifests/repository.ts' } },
  { ...common, entry: { oauth: 'src/auth/oauth.ts' }, esbuildPlugins: [sharedErrors] },
  { ...common, entry: { jq: 'src/output/jq.ts' }, esbuildPlugins: [sharedErrors] },
  { ...common, entry: { http: 'src/http/undici.ts', yaml: 'src/output/yaml.ts' } },
  { ...common, entry: { watch: 'src/ui/watch/render.tsx' }, esbuildPlugins: [inkAsCommonJs, fastStringWidth(root)] },
]);
