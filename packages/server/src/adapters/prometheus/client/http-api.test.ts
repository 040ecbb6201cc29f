import { expect, test } from 'vitest';
import { createByteBudget } from './byte-budget.ts';
import { createHttpApi, type PrometheusFetch } from './http-api.ts';

test('what has been read of a response is freed at once, unless it is a part of a larger buffer', async () => {
  const encoder = new TextEncoder();
  const own = encoder.encode('{"status":"success","data":["up",');
  const part = encoder.encode('"down"]}??').subarray(0, 8);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of [own, part]) controller.enqueue(chunk);
      controller.close();
    },
  });
  const fetch: PrometheusFetch = async () => new Response(body);
  const send = createHttpApi({ url: 'http://prometheus.test', fetch }, 1_000);
  const call = { signal: new AbortController().signal, budget: createByteBudget(1_000, 1_000)() };
  const { entries } = await send('label/__name__/values', new URLSearchParams(), call, (entry) => entry);
  expect(entries).toEqual(['up', 'down']);
  expect([own.byteLength, part.byteLength]).toEqual([0, 8]);
});
