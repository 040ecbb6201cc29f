import { type FetchLike, type FetchResponse, TimeoutError } from '@trimtab/core';

type Body = NonNullable<FetchResponse['body']>;

/** A download has no total time limit: core's client limits the pauses between its chunks. */
const isFile = (accept: string | undefined): boolean => accept?.startsWith('application/gzip') === true;

/** Limits the time of each request including its body. The TimeoutError is not retried by core. */
export function withTimeout(fetch: FetchLike, timeoutMs: number): FetchLike {
  return async (url, init) => {
    const timer = AbortSignal.timeout(timeoutMs);
    const failure = (error: unknown) => (timer.aborted ? new TimeoutError(new URL(url).host, timeoutMs) : error);
    const guarded = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work;
      } catch (error) {
        throw failure(error);
      }
    };
    const signal = AbortSignal.any([init.signal, timer]);
    const wanted = isFile(init.headers['accept']) ? init : { ...init, signal };
    const { status, headers, body } = await guarded(fetch(url, wanted));
    const reading = (source: Body): Body => ({
      getReader: () => {
        const reader = source.getReader();
        return { read: () => guarded(reader.read()), cancel: (reason) => reader.cancel(reason) };
      },
    });
    return { status, headers, body: body === null ? null : reading(body) };
  };
}
