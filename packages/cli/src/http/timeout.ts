import { type FetchLike, type FetchResponse, TimeoutError } from '@trimtab/core';

type Body = NonNullable<FetchResponse['body']>;

/** A download has no total time limit: core's client limits the pauses between its chunks. */
const asksForFile = (accept: string | undefined): boolean => accept?.startsWith('application/gzip') === true;

/** Whether a type is neither text nor JSON. */
export const isFileType = (contentType: string | null): boolean =>
  contentType !== null && !/^\s*(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml))/i.test(contentType);

/** Limits the time of each request with its body, or of each chunk of a file. Core does not retry TimeoutError. */
export function withTimeout(fetch: FetchLike, timeoutMs: number): FetchLike {
  return async (url, init) => {
    if (asksForFile(init.headers['accept'])) return fetch(url, init);
    const controller = new AbortController();
    const start = () => setTimeout(() => controller.abort(), timeoutMs).unref();
    let timer = start();
    const guarded = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work;
      } catch (error) {
        clearTimeout(timer);
        throw controller.signal.aborted ? new TimeoutError(new URL(url).host, timeoutMs) : error;
      }
    };
    const signal = AbortSignal.any([init.signal, controller.signal]);
    const { status, headers, body } = await guarded(fetch(url, { ...init, signal }));
    const isFile = isFileType(headers.get('content-type'));
    const reading = (source: Body): Body => ({
      getReader: () => {
        const reader = source.getReader();
        return {
          read: async () => {
            if (isFile) {
              clearTimeout(timer);
              timer = start();
            }
            const part = await guarded(reader.read());
            if (part.done || isFile) clearTimeout(timer);
            return part;
          },
          cancel: (reason) => reader.cancel(reason),
        };
      },
    });
    return { status, headers, body: body === null ? null : reading(body) };
  };
}
