import { defineConfig } from 'tsup';
import { serverBundle } from './server-bundle.ts';

/**
 * Bundles `scripts/serve.ts`, all workspace packages, and the libraries that consist of many small modules: resolving and
 * loading these one by one would take two fifths of the time in which the server starts. Other libraries stay in
 * node_modules.
 */
export default defineConfig({
  ...serverBundle,
  entry: { serve: '../../scripts/serve.ts' },
  outDir: 'dist',
  noExternal: [/^@trimtab\//, 'kysely', 'zod', 'jose', 'hono', '@hono/node-server', 'lru-cache'],
});
