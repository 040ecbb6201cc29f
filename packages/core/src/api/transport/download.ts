import { InvalidResponseError, NetworkError, TrimtabError } from '../../errors.ts';
import type { Deadline } from './deadline.ts';
import type { FetchResponse } from './fetch.ts';

/** A download has no total time limit, but fails after a pause of this length. */
const idleMs = 30_000;

/** A file whose bytes are still arriving. */
export type Download = {
  readonly contentType: string | null;
  /** Size from `Content-Length`, in bytes; null when the server did not send it. */
  readonly contentLength: number | null;
  readonly etag: string | null;
  /**
   * The bytes; can be read once. Leaving the loop closes the connection. Rejects with NetworkError, TimeoutError or
   * CanceledError.
   */
  readonly chunks: AsyncIterable<Uint8Array>;
};

async function* readChunks(response: FetchResponse, deadline: Deadline, host: string): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  const next = () => {
    deadline.restart(idleMs);
    return deadline.race(reader?.read() ?? Promise.resolve({ done: true, value: undefined }));
  };
  try {
    for (let chunk = await next(); !chunk.done; chunk = await next()) {
      // The time in which the caller processes a chunk does not count as a pause.
      deadline.pause();
      if (chunk.value !== undefined) yield chunk.value;
    }
  } catch (error) {
    throw error instanceof TrimtabError ? error : new NetworkError(host, null, { cause: error });
  } finally {
    deadline.end();
    reader?.cancel().catch(() => {});
  }
}

/** A proxy may send an HTML page instead of the response. */
const pages = /^\s*text\/html/i;
/** An archive never has a text type. */
const notArchives = /^\s*text\//i;

/** Turns a response into a download that fails after a pause. */
export function startDownload(
  response: FetchResponse,
  deadline: Deadline,
  host: string,
  kind: 'archive' | 'lines',
): Download {
  const { headers } = response;
  const contentType = headers.get('content-type');
  if (contentType !== null && (kind === 'archive' ? notArchives : pages).test(contentType)) {
    response.body
      ?.getReader()
      .cancel()
      .catch(() => {});
    throw new InvalidResponseError(
      `the response is ${contentType}, not ${kind === 'archive' ? 'an archive' : 'lines of JSON'}`,
    );
  }
  const announced = headers.get('content-length');
  deadline.pause();
  return {
    contentType,
    contentLength: announced !== null && /^\d+$/.test(announced) ? Number(announced) : null,
    etag: headers.get('etag'),
    chunks: readChunks(response, deadline, host),
  };
}
