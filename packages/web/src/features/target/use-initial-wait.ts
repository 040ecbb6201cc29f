import { useEffect, useState } from 'react';

/**
 * Whether the page should still wait for its first answers. True while they are pending, for at most `longestMs`, and
 * only once.
 */
export function useInitialWait(isPending: boolean, longestMs: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), isPending ? longestMs : 0);
    return () => clearTimeout(timer);
  }, [isPending, longestMs]);
  return isPending && !isOver;
}
