import { type FetchLike, type FetchResponse, TimeoutError } from '@trimtab/core';

type Body = NonNullable<FetchResponse['body']>;

/** A file may take its time: core watches over its pauses. */
const isFile = (accept: string | undefined): boolean => accept?.startsWith('application/gzip') === true;

/** Gives each request its own time limit, its body included; one that ran out is not tried again. */
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
