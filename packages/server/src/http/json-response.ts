import { JsonText } from '../services/cache/json-text.ts';
import { createTimeSlices } from '../services/event-loop/time-slices.ts';

/** A body up to this length is sent in one piece. */
const mostInOnePiece = 256 * 1024;
const chunkLength = 64 * 1024;
const longList = 50;
const mostItemsAtOnce = 25;
const headers = { 'content-type': 'application/json' };

/**
 * A response with a JSON body, whose top-level lists may be async. A long body is written while the client reads it. If
 * the client does not read, the response holds only one chunk of text, and other requests are answered between two
 * chunks.
 */
export async function jsonResponse(body: unknown): Promise<Response> {
  if (typeof body !== 'object' || body === null || !Object.values(body).some(isLong)) return Response.json(body);
  const chunks = chunksOf(body);
  let text = '';
  while (text.length < mostInOnePiece) {
    const next = await chunks.next();
    if (next.done === true) return new Response(text, { headers });
    text += next.value;
  }
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(text)),
      async pull(controller) {
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      },
      cancel: async () => void (await chunks.return(undefined)),
    },
    { highWaterMark: 1 },
  );
  return new Response(stream, { headers });
}

async function* chunksOf(body: object): AsyncGenerator<string, undefined> {
  const yieldIfDue = createTimeSlices();
  let text = '';
  for (const part of partsOf(body)) {
    if (typeof part === 'string') text += part;
    else {
      let before = '[';
      for await (const item of part) {
        text += before + textOf([item]);
        before = ',';
        await yieldIfDue();
        if (text.length < chunkLength) continue;
        yield text;
        text = '';
      }
      text += before === '[' ? '[]' : ']';
    }
    if (text.length < chunkLength) continue;
    await yieldIfDue();
    yield text;
    text = '';
  }
  yield text;
}

/** The text of a body in pieces. An async list is yielded unchanged. */
function* partsOf(body: object): Generator<string | AsyncIterable<unknown>> {
  let before = '{';
  for (const [key, value] of Object.entries(body) as Iterable<[string, unknown]>) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    before = ',';
    if (Array.isArray(value)) yield* listParts(value);
    else yield isAsync(value) ? value : JSON.stringify(value);
  }
  yield before === '{' ? '{}' : '}';
}

function* listParts(list: readonly unknown[]): Generator<string> {
  let count = 1;
  for (let from = 0; from < list.length; ) {
    const text = textOf(list.slice(from, from + count));
    yield (from === 0 ? '[' : ',') + text;
    from += count;
    // An item may have a megabyte, so a piece has as many items as fit into a chunk.
    count = Math.max(1, Math.min(mostItemsAtOnce, Math.floor((count * chunkLength) / text.length)));
  }
  yield list.length === 0 ? '[]' : ']';
}

/** The items without the brackets of their list. */
const textOf = (items: readonly unknown[]): string =>
  areWritten(items) ? items.map(({ text }) => text).join(',') : JSON.stringify(items).slice(1, -1);

const areWritten = (items: readonly unknown[]): items is readonly JsonText[] => items[0] instanceof JsonText;

const isLong = (value: unknown): boolean =>
  isAsync(value) || (Array.isArray(value) && (value.length >= longList || areWritten(value)));

const isAsync = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
