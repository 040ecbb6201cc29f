import type { FetchLike } from '@trimtab/core';

/** What is still missing of a file, and the version of it that the beginning is from. */
export type Rest = {
  from: number;
  etag: string;
};

/** What an answer says of the piece it holds. */
export type Piece = {
  status: number;
  contentRange: string | null;
};

/** A fetch that asks for the rest of a file; the server sends all of it where its version is another (RFC 9110, 13.1.5). */
export function fetchRest(fetch: FetchLike, rest: Rest | null, answered: (piece: Piece) => void): FetchLike {
  const more: Record<string, string> = rest === null ? {} : { range: `bytes=${rest.from}-`, 'if-range': rest.etag };
  return async (url, init) => {
    const response = await fetch(url, { ...init, headers: { ...init.headers, ...more } });
    answered({ status: response.status, contentRange: response.headers.get('content-range') });
    return response;
  };
}
