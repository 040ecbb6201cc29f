import type { FetchResponse } from '@trimtab/core';

type Reader = ReturnType<NonNullable<FetchResponse['body']>['getReader']>;

/**
 * All chunks are copied into blocks of this size. Single bytes then do not fill the memory with small strings, and chunks
 * of 200 KB do not become strings that V8 frees only with the old generation.
 */
const blockBytes = 32 * 1024;

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
  // Without `stream: true`, Node decodes three times as fast.
  const decoder = new TextDecoder(undefined, { ignoreBOM: true });
  const block = new Uint8Array(blockBytes);
  let [bytes, filled] = [0, 0];
  let isStart = true;
  const decode = (length: number): string => {
    const text = decoder.decode(block.subarray(0, length));
    const isMarked = isStart && text.startsWith('\uFEFF');
    isStart = false;
    return isMarked ? text.slice(1) : text;
  };
  try {
    // The demo runs in browsers, and not all of them can iterate over a stream.
    for (let next = await reader.read(); next.value !== undefined; next = await reader.read()) {
      const chunk = next.value;
      bytes += chunk.byteLength;
      if (bytes > maximumBytes) throw tooLarge();
      for (let at = 0; at < chunk.byteLength; ) {
        const part = chunk.subarray(at, at + blockBytes - filled);
        block.set(part, filled);
        at += part.byteLength;
        filled += part.byteLength;
        if (filled < blockBytes) continue;
        const whole = blockBytes - lengthOfCutCharacter(block);
        await onText(decode(whole));
        block.copyWithin(0, whole);
        filled = blockBytes - whole;
      }
      release?.(chunk);
    }
    await onText(decode(filled));
    return bytes;
  } finally {
    // Not awaited: canceling one half of a cloned request waits for the other half.
    reader.cancel().catch(() => undefined);
  }
}

/** How many bytes at the end are the beginning of a character of UTF-8. */
function lengthOfCutCharacter(bytes: Uint8Array): number {
  for (let length = 1; length <= 3; length += 1) {
    const byte = bytes.at(-length) ?? 0;
    const isContinuation = byte >= 0x80 && byte < 0xc0;
    if (isContinuation) continue;
    const whole = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return whole > length ? length : 0;
  }
  return 0;
}

/** Reads a stream to its end as text. */
export async function readText(reader: Reader, maximumBytes: number, tooLarge: () => Error): Promise<string> {
  let all = '';
  await readParts(reader, maximumBytes, tooLarge, (text) => void (all += text));
  return all;
}
