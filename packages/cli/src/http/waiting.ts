import type { FetchLike } from '@trimtab/core';

/** A line on the terminal that shows that a request is waiting. */
export type WaitingLine = {
  afterMs: number;
  /** Replaces the line, or removes it for null. Null once the live view has taken over the terminal. */
  show: ((line: string | null) => void) | null;
  /** Whether the line shows a wait because of a limit of the server, which no request in flight replaces. */
  isLimited?: boolean;
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
      if (line.isLimited === true) return;
      isShown = true;
      line.show?.(`Waiting for ${host} … ${Math.round(elapsedMs / 1_000)} s`);
    }, line.afterMs);
  };
  const end = () => {
    clearInterval(timer);
    if (isShown && line.isLimited !== true) line.show?.(null);
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

/** Shows how long calls wait because of a limit of the server. Called with null when none waits. */
export function limitLine(line: WaitingLine): (waitMs: number | null) => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  let left = 0;
  const show = () => line.show?.(`Waiting ${Math.max(1, left)} s: the server limits requests`);
  return (waitMs) => {
    clearInterval(timer);
    line.isLimited = waitMs !== null;
    if (waitMs === null) {
      line.show?.(null);
      return;
    }
    left = Math.ceil(waitMs / 1_000);
    show();
    timer = setInterval(() => {
      left -= 1;
      show();
    }, 1_000);
  };
}
