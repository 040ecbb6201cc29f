import { createTimeSlices } from '../services/event-loop/time-slices.ts';

/** A body up to this length is sent in one piece. */
const mostInOnePiece = 256 * 1024;
const chunkLength = 64 * 1024;
const longList = 50;
const itemsAtOnce = 25;
const headers = { 'content-type': 'application/json' };

/**
 * A response with a JSON body, whose top-level lists may be async. A long body is written while its client reads it: if the
 * client does not read, the response holds a chunk of text only, and other requests are answered between two chunks.
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
  for await (const part of partsOf(body)) {
    text += part;
    await yieldIfDue();
    if (text.length < chunkLength) continue;
    yield text;
    text = '';
  }
  yield text;
}

async function* partsOf(body: object): AsyncGenerator<string> {
  let before = '{';
  for (const [key, value] of Object.entries(body) as Iterable<[string, unknown]>) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    before = ',';
    if (isList(value)) yield* listParts(value);
    else yield JSON.stringify(value);
  }
  yield before === '{' ? '{}' : '}';
}

const isLong = (value: unknown): boolean => isList(value) && !(Array.isArray(value) && value.length < longList);

const isList = (value: unknown): value is readonly unknown[] | AsyncIterable<unknown> =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && Symbol.asyncIterator in value);

async function* listParts(list: readonly unknown[] | AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[';
  // Several items at once: a step of an asynchronous generator takes as long as the text of a small item.
  for await (const items of Symbol.asyncIterator in list ? eachAlone(list) : groupsOf(list)) {
    yield before + JSON.stringify(items).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

function* groupsOf(list: readonly unknown[]): Generator<readonly unknown[]> {
  for (let from = 0; from < list.length; from += itemsAtOnce) yield list.slice(from, from + itemsAtOnce);
}

async function* eachAlone(list: AsyncIterable<unknown>): AsyncGenerator<readonly unknown[]> {
  for await (const item of list) yield [item];
}
