import type { FetchResponse } from '@trimtab/core';

type Reader = ReturnType<NonNullable<FetchResponse['body']>['getReader']>;

/** Chunks are joined to blocks of this size: a sender of single bytes would fill the memory with small strings. */
const blockBytes = 16 * 1024;

/**
 * Reads a stream to its end as text, and throws `tooLarge()` as soon as it exceeds the limit. `bytes` is the decompressed
 * size: a small compressed body may hold gigabytes, and a content-length may be missing. `take` is awaited for every chunk.
 */
export async function readText(
  reader: Reader,
  maximumBytes: number,
  tooLarge: () => Error,
  take: (bytes: number) => Promise<void> | void = () => undefined,
): Promise<{ readonly text: string; readonly bytes: number }> {
  const decoder = new TextDecoder();
  const block = new Uint8Array(blockBytes);
  let [text, bytes, filled] = ['', 0, 0];
  try {
    // Not every browser, in which the demo runs, can iterate over a stream.
    for (let next = await reader.read(); next.value !== undefined; next = await reader.read()) {
      const chunk = next.value;
      bytes += chunk.byteLength;
      if (bytes > maximumBytes) throw tooLarge();
      await take(chunk.byteLength);
      if (filled + chunk.byteLength <= blockBytes) {
        block.set(chunk, filled);
        filled += chunk.byteLength;
        continue;
      }
      text += decoder.decode(block.subarray(0, filled), { stream: true }) + decoder.decode(chunk, { stream: true });
      filled = 0;
    }
    return { text: text + decoder.decode(block.subarray(0, filled)), bytes };
  } finally {
    // Not awaited: canceling one half of a cloned request waits for the other half.
    reader.cancel().catch(() => undefined);
  }
}
