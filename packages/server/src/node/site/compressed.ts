import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { LRUCache } from 'lru-cache';

/** A shorter answer fits into one packet anyway. Every answer with a ticket is shorter (docs/security.md#compression). */
const leastLength = 1_024;
/** A longer answer is compressed while its client reads it. */
const mostInOnePiece = 256 * 1024;
/** Lists become 20 times smaller; the default level takes twice as long and saves another fifth. */
const level = 3;
const mostKeptBytes = 4 * 1024 ** 2;
const zip = promisify(gzip);

export function acceptedEncodings(request: Request): ReadonlySet<string> {
  const accepted = parseAccept(request.headers.get('accept-encoding') ?? '');
  return new Set(accepted.flatMap(({ type, q }) => (q > 0 ? [type.toLowerCase()] : [])));
}

/**
 * Compresses JSON answers for clients that accept gzip. Every other content, such as lines of a log that a client follows,
 * stays as it is. The same bytes are compressed once.
 */
export function createCompression(): (request: Request, response: Response) => Promise<Response> {
  const compressed = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: mostKeptBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const inOnePiece = async (bytes: Uint8Array<ArrayBuffer>) => {
    const key = createHash('sha256').update(bytes).digest('base64');
    const known = compressed.get(key) ?? new Uint8Array(await zip(bytes, { level }));
    compressed.set(key, known);
    return known;
  };
  return async (request, response) => {
    if (response.headers.get('content-type') !== 'application/json') return response;
    response.headers.append('vary', 'accept-encoding');
    if (!acceptedEncodings(request).has('gzip') || response.body === null) return response;
    const reader = response.body.getReader();
    const start: Uint8Array<ArrayBuffer>[] = [];
    for (let length = 0; length <= mostInOnePiece; ) {
      const { done, value } = await reader.read();
      if (done && length < leastLength) return new Response(Buffer.concat(start), response);
      if (done) return encoded(await inOnePiece(Buffer.concat(start)), response);
      start.push(value);
      length += value.byteLength;
    }
    const whole = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const next = start.shift() ?? (await reader.read()).value;
        if (next === undefined) controller.close();
        else controller.enqueue(next);
      },
      cancel: (reason) => reader.cancel(reason),
    });
    return encoded(whole.pipeThrough(new CompressionStream('gzip')), response);
  };
}

function encoded(body: BodyInit, response: Response): Response {
  const answer = new Response(body, response);
  answer.headers.set('content-encoding', 'gzip');
  return answer;
}
