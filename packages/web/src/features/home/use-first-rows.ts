import { startTransition, useCallback, useEffect, useState } from 'react';

/** The other sections stop waiting for the rows of the first section after this time. */
const maxWaitMs = 1_500;

/**
 * Whether the first rows are on the page, and a function that marks them as shown. Until then the sections below the screen
 * neither fetch nor render, because on a slow machine they would delay the visible section.
 */
export function useFirstRows(): [hasFirstRows: boolean, markFirstRows: () => void] {
  const [hasFirstRows, setHasFirstRows] = useState(false);
  const markFirstRows = useCallback(() => startTransition(() => setHasFirstRows(true)), []);
  useEffect(() => {
    const timer = setTimeout(markFirstRows, maxWaitMs);
    return () => clearTimeout(timer);
  }, [markFirstRows]);
  return [hasFirstRows, markFirstRows];
}
