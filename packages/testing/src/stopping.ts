import { afterAll } from 'vitest';

/**
 * Aborts after the tests of a file or of a group. A server that gets it then ends its background work. Otherwise it would
 * compute suggestions while the tests of the next files run in the same process.
 */
export function stopAfterTests(): AbortSignal {
  const stopping = new AbortController();
  afterAll(() => stopping.abort());
  return stopping.signal;
}
