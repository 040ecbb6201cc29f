import { ApiError, formatBytes, InvalidResponseError, NetworkError, TimeoutError } from '@trimtab/core';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import type { Rest } from '../http/range-request.ts';

/** Larger than any export. The limit protects the disk from an endless response. */
const maxBytes = 2 * 2 ** 30;
/** The same number as in core's client. */
const maxRetries = 2;
const firstWaitMs = 300;

/** A file that is being received, or the rest of one. */
type ReceivedPart = {
  chunks: AsyncIterable<Uint8Array>;
  etag: string | null;
  /** The offset in bytes of the first chunk. */
  from: number;
  /** The size in bytes of the whole file; null if unknown. */
  size: number | null;
};

export type DownloadSource = {
  /** Requests the file, or the rest of it. */
  open: (rest: Rest | null) => Promise<ReceivedPart>;
  wait: (milliseconds: number) => Promise<void>;
};

type Sink = {
  write: (chunk: Uint8Array) => Promise<void>;
  /** Discards everything written so far. Absent for a pipe, which cannot be rewound. */
  restart?: () => Promise<void>;
  /** Called with the bytes received so far and the total, which is null if unknown. */
  received: (bytes: number, size: number | null) => Promise<void>;
};

/** Only a strong validator guarantees that two responses are identical byte for byte (RFC 9110, section 8.8.1). */
const isStrong = (etag: string | null): etag is string => etag !== null && /^"[^"]*"$/.test(etag);

const isConnectionLost = (error: unknown): boolean => error instanceof NetworkError || error instanceof TimeoutError;

async function openRest({ open }: DownloadSource, rest: Rest | null): Promise<ReceivedPart> {
  try {
    return await open(rest);
  } catch (error) {
    // The file is now shorter than the part that was received, so it is a different file.
    if (rest !== null && error instanceof ApiError && error.status === 416) return open(null);
    throw error;
  }
}

function mustContinue(part: ReceivedPart, { from, etag }: Rest, size: number | null): void {
  const isSame = (part.etag ?? etag) === etag && (part.size === null || size === null || part.size === size);
  if (part.from !== from || !isSame)
    throw new InvalidResponseError('it sent a different part of the export than was requested');
}

const connectionLost = (bytes: number, size: number | null) =>
  new CliError(
    `The connection was lost after ${formatBytes(bytes)}${size === null ? '' : ` of ${formatBytes(size)}`}.`,
    exitCode.api,
    'Run the command again.',
  );

/**
 * Copies a file from the source to the sink and returns its size in bytes. After a lost connection it requests the rest
 * if the server sent a strong ETag, otherwise the whole file. A file shorter than announced is an error.
 */
export async function receive(source: DownloadSource, sink: Sink): Promise<number> {
  const got: { bytes: number; etag: string | null; size: number | null } = { bytes: 0, etag: null, size: null };

  const take = async (part: ReceivedPart) => {
    for await (const chunk of part.chunks) {
      got.bytes += chunk.length;
      if (got.bytes > maxBytes) throw new InvalidResponseError('the export is larger than 2 GiB');
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
    if (part.from > 0) throw new InvalidResponseError('it sent a part of the export instead of the whole');
    if (got.bytes > 0) {
      if (sink.restart === undefined) throw new InvalidResponseError('the export changed during the download');
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
      // If part of the file was received before, the message of a lost connection says how much.
      throw repeats > 0 && isConnectionLost(error) ? connectionLost(got.bytes, got.size) : error;
    }
    try {
      await take(part);
      break;
    } catch (error) {
      const { bytes, etag, size } = got;
      rest = bytes > 0 && isStrong(etag) ? { from: bytes, etag } : null;
      const canGoOn = rest !== null || bytes === 0 || sink.restart !== undefined;
      if (!isConnectionLost(error)) throw error;
      if (repeats === maxRetries || !canGoOn) throw connectionLost(bytes, size);
      await source.wait(firstWaitMs * 2 ** repeats);
    }
  }
  const { bytes, size } = got;
  if (bytes === 0) throw new InvalidResponseError('the export is empty');
  if (size !== null && size !== bytes) throw new InvalidResponseError(`only ${bytes} of ${size} bytes arrived`);
  return bytes;
}
