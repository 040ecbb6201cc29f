import type { FetchLike } from '@trimtab/core';

/** Where it is said that an answer is waited for: a line that the next one replaces, null takes it away. */
export type WaitingLine = {
  afterMs: number;
  /** Null where something else owns the terminal by now. */
  show: ((line: string | null) => void) | null;
};

/** Says on a terminal what is waited for, and for how long: silence looks like a program that hangs. */
export function withWaiting(fetch: FetchLike, line: WaitingLine): FetchLike {
  let underWay = 0;
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
    underWay += 1;
    if (underWay === 1) begin(new URL(url).host);
    try {
      return await fetch(url, init);
    } finally {
      underWay -= 1;
      if (underWay === 0) end();
    }
  };
}
