import type { FetchLike } from '@trimtab/core';

/** A line on the terminal that shows that a request is waiting. */
export type WaitingLine = {
  afterMs: number;
  /** Replaces the line, or removes it for null. Null once the live view has taken over the terminal. */
  show: ((line: string | null) => void) | null;
};

/** Shows the host and the elapsed time while a request waits, so that the program does not seem to hang. */
export function withWaiting(fetch: FetchLike, line: WaitingLine): FetchLike {
  let inFlight = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isShown = false;

  const begin = (host: string) => {
    let elapsedMs = 0;
    timer = setInterval(() => {
      elapsedMs += line.afterMs;
      isShown = true;
      line.show?.(`Waiting for ${host} … ${Math.round(elapsedMs / 1_000)} s`);
    }, line.afterMs);
  };
  const end = () => {
    clearInterval(timer);
    if (isShown) line.show?.(null);
    isShown = false;
  };

  return async (url, init) => {
    inFlight += 1;
    if (inFlight === 1) begin(new URL(url).host);
    try {
      return await fetch(url, init);
    } finally {
      inFlight -= 1;
      if (inFlight === 0) end();
    }
  };
}
