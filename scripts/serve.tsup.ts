import { defineConfig } from 'tsup';

/** Bundles `scripts/serve.ts` and all workspace packages. Libraries are not bundled; they stay in node_modules. */
export default defineConfig({
  entry: { serve: '../../scripts/serve.ts' },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node24',
  splitting: true,
  clean: true,
  silent: true,
  // By default the prefix `node:` is removed, but `node:sqlite` exists only with it.
  removeNodeProtocol: false,
  noExternal: [/^@trimtab\//],
});
