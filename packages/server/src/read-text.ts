import type { FetchResponse } from '@trimtab/core';

type Reader = ReturnType<NonNullable<FetchResponse['body']>['getReader']>;

/**
 * Reads a stream to its end as text, and throws `tooLarge()` as soon as it exceeds the limit. `bytes` is the decompressed
 * size: a small compressed body may hold gigabytes, and a content-length may be missing.
 */
export async function readText(
  reader: Reader,
  maximumBytes: number,
  tooLarge: () => Error,
): Promise<{ readonly text: string; readonly bytes: number }> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  try {
    // Not every browser, in which the demo runs, can iterate over a stream.
    for (let next = await reader.read(); next.value !== undefined; next = await reader.read()) {
      bytes += next.value.byteLength;
      if (bytes > maximumBytes) throw tooLarge();
      text += decoder.decode(next.value, { stream: true });
    }
    return { text: text + decoder.decode(), bytes };
  } finally {
    // Not awaited: canceling one half of a cloned request waits for the other half.
    reader.cancel().catch(() => undefined);
  }
}
