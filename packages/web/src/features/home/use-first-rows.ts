import { startTransition, useCallback, useEffect, useState } from 'react';

/** The sections below wait no longer than this for the rows of the first one, which may be slow, or fail. */
const maxWaitMs = 1_500;

/**
 * Whether the page has its first rows, and what tells it so. Until then nothing below the screen is asked for or drawn:
 * on a slow machine each section that is not looked at yet would put off the one that is.
 */
export function useFirstRows(): [isThere: boolean, tell: () => void] {
  const [isThere, setIsThere] = useState(false);
  const tell = useCallback(() => startTransition(() => setIsThere(true)), []);
  useEffect(() => {
    const timer = setTimeout(tell, maxWaitMs);
    return () => clearTimeout(timer);
  }, [tell]);
  return [isThere, tell];
}
