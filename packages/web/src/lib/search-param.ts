import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Sets some search parameters and leaves the others; null removes one. */
export type SetSearchParams = (changes: Record<string, string | null>, options?: { replace?: boolean }) => void;

/** The search parameters of the address, and a way to change some of them: a view's state has its address. */
export function useViewParams(): [URLSearchParams, SetSearchParams] {
  const [params, setParams] = useSearchParams();
  const change = useCallback<SetSearchParams>(
    (changes, { replace = false } = {}) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value === null) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );
  return [params, change];
}
