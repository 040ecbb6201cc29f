import type { FetchLike } from '@trimtab/core';

/** The missing rest of a file: its offset in bytes, and the ETag of the part that was received. */
export type Rest = {
  from: number;
  etag: string;
};

/** Status and Content-Range of a response. */
export type Piece = {
  status: number;
  contentRange: string | null;
};

/** A fetch that requests the rest of a file. The server sends the whole file if it has changed (RFC 9110, section 13.1.5). */
export function fetchRest(fetch: FetchLike, rest: Rest | null, answered: (piece: Piece) => void): FetchLike {
  const more: Record<string, string> = rest === null ? {} : { range: `bytes=${rest.from}-`, 'if-range': rest.etag };
  return async (url, init) => {
    const response = await fetch(url, { ...init, headers: { ...init.headers, ...more } });
    answered({ status: response.status, contentRange: response.headers.get('content-range') });
    return response;
  };
}
