import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const decoders: ReadonlyMap<string, () => ReturnType<typeof createGunzip>> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Undoes the encodings of a body, the last one first. An encoding that is not known is left as it is. */
export function decode(incoming: IncomingMessage, encodings: string): Readable {
  let body: Readable = incoming;
  for (const encoding of encodings.toLowerCase().split(',').toReversed()) {
    const decoder = decoders.get(encoding.trim())?.();
    if (decoder === undefined) return body;
    // Errors reach the reader through the last stream. A stream that is no longer read ends the ones before it.
    body = pipeline(body, decoder, () => undefined);
  }
  return body;
}
