import type { FetchResponse } from '@trimtab/core';

type Reader = ReturnType<NonNullable<FetchResponse['body']>['getReader']>;

/** Chunks are joined to blocks of this size, so that single bytes do not fill the memory with small strings. */
const blockBytes = 16 * 1024;

/**
 * Reads a stream to its end, part by part, and throws `tooLarge()` as soon as it exceeds the limit. Returns its
 * decompressed size. The size must be counted, because a small compressed body may contain gigabytes, and a
 * content-length may be missing. `onText` is awaited.
 */
export async function readParts(
  reader: Reader,
  maximumBytes: number,
  tooLarge: () => Error,
  onText: (text: string) => Promise<void> | void,
  release?: (chunk: Uint8Array) => void,
): Promise<number> {
  const decoder = new TextDecoder();
  const block = new Uint8Array(blockBytes);
  let [bytes, filled] = [0, 0];
  try {
    // The demo runs in browsers, and not all of them can iterate over a stream.
    for (let next = await reader.read(); next.value !== undefined; next = await reader.read()) {
      const chunk = next.value;
      bytes += chunk.byteLength;
      if (bytes > maximumBytes) throw tooLarge();
      if (filled + chunk.byteLength <= blockBytes) {
        block.set(chunk, filled);
        filled += chunk.byteLength;
        release?.(chunk);
        continue;
      }
      const text =
        decoder.decode(block.subarray(0, filled), { stream: true }) + decoder.decode(chunk, { stream: true });
      release?.(chunk);
      await onText(text);
      filled = 0;
    }
    await onText(decoder.decode(block.subarray(0, filled)));
    return bytes;
  } finally {
    // Not awaited: canceling one half of a cloned request waits for the other half.
    reader.cancel().catch(() => undefined);
  }
}

/** Reads a stream to its end as text. */
export async function readText(reader: Reader, maximumBytes: number, tooLarge: () => Error): Promise<string> {
  let all = '';
  await readParts(reader, maximumBytes, tooLarge, (text) => void (all += text));
  return all;
}
