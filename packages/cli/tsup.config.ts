import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { defineConfig, type Options } from 'tsup';
import { inkAtOnce, inkInPart, quickWidths } from './build/ink.ts';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** What most commands never need is a file of its own beside the main one, loaded by the import that names it. */
const apart = new Map([
  ['src/main.ts', './program.cjs'],
  ['src/ui/screen.tsx', './screen.cjs'],
  ['src/ui/watch/render.tsx', './watch.cjs'],
  ['src/auth/oauth.ts', './oauth.cjs'],
  ['src/http/undici.ts', './http.cjs'],
  ['src/output/yaml.ts', './yaml.cjs'],
]);

const chunksApart: Plugin = {
  name: 'chunks-apart',
  setup(build) {
    build.onResolve({ filter: /\.tsx?$/ }, ({ path, kind, resolveDir }) => {
      const file = apart.get(relative(import.meta.dirname, join(resolveDir, path)));
      if (kind !== 'dynamic-import' || file === undefined) return null;
      return { path: file, namespace: 'apart' };
    });
    // `require` starts milliseconds sooner than `import()` of a CommonJS file, which brings up the ESM loader.
    build.onLoad({ filter: /.*/, namespace: 'apart' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
    build.onResolve({ filter: /.*/, namespace: 'apart' }, ({ path }) => ({ path, external: true }));
  },
};

const root = import.meta.dirname;
const source = join(root, 'src');
const corePattern = /^@trimtab\/core/;

/** What a dynamic import names, as the entry of `work.cjs`: our files by their path, core by its name. */
const keyOf = (path: string, folder: string): string =>
  corePattern.test(path) ? path : `./${relative(import.meta.dirname, join(folder, path))}`;

/** What is imported where it is needed: all that help does without. */
function lazilyImported(): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.|^testing\//.test(name),
  );
  const named = files.flatMap((name) =>
    [...readFileSync(join(source, name), 'utf8').matchAll(/import\('(\.[^']+\.tsx?|@trimtab\/core[^']*)'\)/g)].map(
      ([, path = '']) => keyOf(path, join(source, dirname(name))),
    ),
  );
  return [...new Set(named)].filter((key) => !apart.has(key.slice(2))).toSorted();
}

/** What a command does is a file of its own beside how it is called, which is all that help and a mistake load. */
const workApart: Plugin = {
  name: 'work-apart',
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

/** Commander brings child_process for commands that are programs of their own; loading it costs a tenth of a start. */
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
  // The package runs alone: it has no dependencies to install.
  noExternal: [/.*/],
  minify: true,
  splitting: false,
  silent: true,
  // Else tsup takes the imports of Node's modules before our plugins see them.
  removeNodeProtocol: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  esbuildOptions(options) {
    options.legalComments = 'eof';
    // Ink imports its developer tools by name; a production build has none.
    options.alias = { 'react-devtools-core': './build/empty.ts' };
    options.jsx = 'automatic';
  },
};

/** The launcher prints the help that is asked for most, which loads nothing. */
async function writeHelp(folder: string): Promise<void> {
  const words = [join(folder, 'program.cjs'), '--help'];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  writeFileSync(join(folder, 'help.txt'), stdout);
}

export default defineConfig(({ outDir = 'dist' }) => [
  {
    ...common,
    entry: { trimtab: 'src/launch.ts' },
    // It must be read by the Node that it says is too old.
    target: 'node14',
    banner: { js: '#!/usr/bin/env node' },
    esbuildPlugins: [chunksApart],
  },
  {
    ...common,
    entry: { program: 'src/main.ts' },
    esbuildPlugins: [chunksApart, workApart, withoutChildProcess],
    onSuccess: () => writeHelp(resolve(import.meta.dirname, outDir)),
  },
  { ...common, entry: { work: 'build/work.ts' }, esbuildPlugins: [work, sharedErrors, chunksApart] },
  { ...common, entry: { oauth: 'src/auth/oauth.ts' }, esbuildPlugins: [sharedErrors] },
  { ...common, entry: { http: 'src/http/undici.ts', yaml: 'src/output/yaml.ts' } },
  { ...common, entry: { screen: 'src/ui/screen.tsx' }, esbuildPlugins: [inkAtOnce, inkInPart, quickWidths(root)] },
  { ...common, entry: { watch: 'src/ui/watch/render.tsx' }, esbuildPlugins: [inkAtOnce, quickWidths(root)] },
]);
