import { defineConfig } from 'tsup';

/** Bundles scripts/serve.ts and all of ours into packages/server/dist; its libraries stay where pnpm put them. */
export default defineConfig({
  entry: { serve: '../../scripts/serve.ts' },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node24',
  splitting: true,
  clean: true,
  silent: true,
  // node:sqlite exists only under its full name.
  removeNodeProtocol: false,
  noExternal: [/^@trimtab\//],
});
