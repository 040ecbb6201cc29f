import { expect, it } from 'vitest';
import { readText } from './read-text.ts';

const text = `${'ä€😀x'.repeat(20_000)}!`;
const bytes = new TextEncoder().encode(text);

it.each([1, 7, 16_384, 16_385, 100_000, 1_000_000])('reads the same text in chunks of %i bytes', async (size) => {
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
      if (at >= bytes.length) controller.close();
    },
  });
  const taken: number[] = [];
  const read = await readText(
    stream.getReader(),
    bytes.length,
    () => new Error('too large'),
    (more) => void taken.push(more),
  );
  expect(read).toEqual({ text, bytes: bytes.length });
  expect(taken.reduce((sum, more) => sum + more, 0)).toBe(bytes.length);
});
