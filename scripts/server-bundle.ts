import type { Options } from 'tsup';

/** How the server is bundled, for the checkout and for its package. */
export const serverBundle = {
  format: 'esm',
  platform: 'node',
  target: 'node24',
  splitting: true,
  clean: true,
  silent: true,
  // By default the prefix `node:` is removed, but `node:sqlite` exists only with it.
  removeNodeProtocol: false,
} satisfies Options;
