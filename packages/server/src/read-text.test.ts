import { expect, it } from 'vitest';
import { readParts, readText } from './read-text.ts';

const text = `${'ä€😀x'.repeat(20_000)}!`;
const tooLarge = () => new Error('too large');
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
  const parts: string[] = [];
  expect(await readParts(stream.getReader(), bytes.length, tooLarge, (part) => void parts.push(part))).toBe(
    bytes.length,
  );
  expect(parts.join('')).toBe(text);
});

it('removes a byte order mark at the start only', async () => {
  const marked = `\uFEFF${'a'.repeat(32 * 1024 - 3)}\uFEFFb`;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(marked));
      controller.close();
    },
  });
  expect(await readText(stream.getReader(), 100_000, tooLarge)).toBe(marked.slice(1));
});

it('replaces bytes that are no UTF-8', async () => {
  const broken = new Uint8Array(32 * 1024 + 1).fill(0x80);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(broken);
      controller.close();
    },
  });
  expect(await readText(stream.getReader(), 100_000, tooLarge)).toBe(new TextDecoder().decode(broken));
});
