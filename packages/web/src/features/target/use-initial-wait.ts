import { useEffect, useState } from 'react';

/** Whether to wait a little longer for what is about to come; never longer than so many milliseconds, and never again. */
export function useInitialWait(isPending: boolean, longestMs: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), isPending ? longestMs : 0);
    return () => clearTimeout(timer);
  }, [isPending, longestMs]);
  return isPending && !isOver;
}
