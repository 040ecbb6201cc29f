import { defineConfig, type Options } from 'tsup';

/** Ink imports its developer tools by name; a production build has none. */
const withoutDevtools = { 'react-devtools-core': './build/empty.ts' };

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** Keeps the terminal's drawing out of the main file: `import('../ui/screen.tsx')` stays a lazy import of its own file. */
const screenApart: Plugin = {
  name: 'screen-apart',
  setup(build) {
    build.onResolve({ filter: /\/ui\/screen\.tsx$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './screen.mjs', external: true } : null,
    );
  },
};

const shared: Options = {
  outDir: 'dist',
  platform: 'node',
  target: 'node22',
  noExternal: [/.*/],
  minify: true,
  treeshake: false,
  splitting: false,
  clean: false,
  silent: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  // A package that runs alone holds everything, so a licence comment of each dependency must survive.
  esbuildOptions(options) {
    options.legalComments = 'eof';
    options.alias = withoutDevtools;
    options.jsx = 'automatic';
  },
};

export default defineConfig([
  {
    ...shared,
    entry: { trimtab: 'src/main.ts' },
    format: 'cjs',
    outExtension: () => ({ js: '.cjs' }),
    banner: { js: '#!/usr/bin/env node' },
    esbuildPlugins: [screenApart],
  },
  {
    ...shared,
    entry: { screen: 'src/ui/screen.tsx' },
    format: 'esm',
    outExtension: () => ({ js: '.mjs' }),
    // Some of ink's dependencies are CommonJS and call require.
    banner: {
      js: "import { createRequire as trimtabRequire } from 'node:module'; const require = trimtabRequire(import.meta.url);",
    },
  },
]);
