import { defineConfig } from 'tsup';
import { serverBundle } from './server-bundle.ts';

/** Bundles `scripts/serve.ts` and all workspace packages. Libraries are not bundled; they stay in node_modules. */
export default defineConfig({
  ...serverBundle,
  entry: { serve: '../../scripts/serve.ts' },
  outDir: 'dist',
  noExternal: [/^@trimtab\//],
});
