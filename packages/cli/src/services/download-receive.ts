import { ApiError, formatBytes, InvalidResponseError, NetworkError, TimeoutError } from '@trimtab/core';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import type { Rest } from '../http/range-request.ts';

/** More than any export; what is larger would fill the disk. */
const largestBytes = 2 * 2 ** 30;
/** As often as core repeats a read. */
const repeatLimit = 2;
const firstWaitMs = 300;

/** A file on its way, or the rest of one. */
export type ReceivedPart = {
  chunks: AsyncIterable<Uint8Array>;
  etag: string | null;
  /** Where in the file it begins. */
  from: number;
  /** Of the whole file; null when the server did not say. */
  size: number | null;
};

export type Source = {
  /** Opens the file, or what is missing of it. */
  open: (rest: Rest | null) => Promise<ReceivedPart>;
  wait: (milliseconds: number) => Promise<void>;
};

export type Sink = {
  write: (chunk: Uint8Array) => Promise<void>;
  /** Forgets what was written; absent where it is gone already, down a pipe. */
  restart?: () => Promise<void>;
  /** Called with the bytes so far, and with how many there will be. */
  received: (bytes: number, size: number | null) => Promise<void>;
};

/** Only a strong validator says that two answers are the same byte for byte (RFC 9110, 8.8.1). */
const isStrong = (etag: string | null): etag is string => etag !== null && /^"[^"]*"$/.test(etag);

const isBroken = (error: unknown): boolean => error instanceof NetworkError || error instanceof TimeoutError;

async function openRest({ open }: Source, rest: Rest | null): Promise<ReceivedPart> {
  try {
    return await open(rest);
  } catch (error) {
    // The file has become shorter than what is there already: it is another.
    if (rest !== null && error instanceof ApiError && error.status === 416) return open(null);
    throw error;
  }
}

function mustContinue(part: ReceivedPart, { from, etag }: Rest, size: number | null): void {
  const isSame = (part.etag ?? etag) === etag && (part.size === null || size === null || part.size === size);
  if (part.from !== from || !isSame)
    throw new InvalidResponseError('another part of the export came than was asked for');
}

const brokenOff = (bytes: number, size: number | null) =>
  new CliError(
    `The connection broke off after ${formatBytes(bytes)}${size === null ? '' : ` of ${formatBytes(size)}`}.`,
    exitCode.api,
    'Run the command again.',
  );

/**
 * Passes a file on as it comes, and answers its size. A connection that breaks is opened again: for the rest where the
 * server names a version that is exact, else for all of it. A file that ends before its announced length is a failure.
 */
export async function receive(source: Source, sink: Sink): Promise<number> {
  const got: { bytes: number; etag: string | null; size: number | null } = { bytes: 0, etag: null, size: null };

  const take = async (part: ReceivedPart) => {
    for await (const chunk of part.chunks) {
      got.bytes += chunk.length;
      if (got.bytes > largestBytes) throw new InvalidResponseError('the export is larger than 2 GiB');
      await sink.write(chunk);
      await sink.received(got.bytes, got.size);
    }
  };
  const begin = async (rest: Rest | null) => {
    const part = await openRest(source, rest);
    if (rest !== null && part.from > 0) {
      mustContinue(part, rest, got.size);
      return part;
    }
    if (part.from > 0) throw new InvalidResponseError('a part of the export came where all of it was asked for');
    if (got.bytes > 0) {
      if (sink.restart === undefined) throw new InvalidResponseError('the export has changed while it came');
      await sink.restart();
    }
    Object.assign(got, { bytes: 0, etag: part.etag, size: part.size });
    return part;
  };

  let rest: Rest | null = null;
  for (let repeats = 0; ; repeats += 1) {
    let part: ReceivedPart;
    try {
      part = await begin(rest);
    } catch (error) {
      // Core has asked several times. What came before is said, where something did.
      throw repeats > 0 && isBroken(error) ? brokenOff(got.bytes, got.size) : error;
    }
    try {
      await take(part);
      break;
    } catch (error) {
      const { bytes, etag, size } = got;
      rest = bytes > 0 && isStrong(etag) ? { from: bytes, etag } : null;
      const canGoOn = rest !== null || bytes === 0 || sink.restart !== undefined;
      if (!isBroken(error)) throw error;
      if (repeats === repeatLimit || !canGoOn) throw brokenOff(bytes, size);
      await source.wait(firstWaitMs * 2 ** repeats);
    }
  }
  const { bytes, size } = got;
  if (bytes === 0) throw new InvalidResponseError('the export is empty');
  if (size !== null && size !== bytes) throw new InvalidResponseError(`${bytes} bytes of ${size} came`);
  return bytes;
}
