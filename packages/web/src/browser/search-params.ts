import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useRouter } from './router.tsx';

/** Sets the given search parameters and leaves the others unchanged; null removes one. */
export type SetSearchParams = (changes: Record<string, string | null>, options?: { replace?: boolean }) => void;

/** Returns a stable function that updates the current search parameters. */
function useChangeSearch() {
  const { pathname } = useLocation();
  const { read, navigate } = useRouter();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    shown.current = pathname;
  });
  return useCallback(
    (update: (params: URLSearchParams) => URLSearchParams, replace: boolean) => {
      // The URL already contains a previous change that is not drawn yet.
      const now = read();
      // The URL changes before the next page is drawn. A change by the old page must not navigate back to it.
      if (now.pathname !== shown.current) return;
      const search = update(new URLSearchParams(now.search)).toString();
      navigate(`${now.pathname}${search === '' ? '' : `?${search}`}${now.hash}`, { replace });
    },
    [read, navigate],
  );
}

/** The search parameters of the URL, and a function that changes some of them. View state lives in the URL. */
export function useViewParams(): [URLSearchParams, SetSearchParams] {
  const { search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const changeSearch = useChangeSearch();
  const change = useCallback<SetSearchParams>(
    (changes, { replace = false } = {}) =>
      changeSearch((next) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      }, replace),
    [changeSearch],
  );
  return [params, change];
}

/** Returns a function that removes all search parameters without adding a history entry. */
export function useClearViewParams(): () => void {
  const changeSearch = useChangeSearch();
  return useCallback(() => changeSearch(() => new URLSearchParams(), true), [changeSearch]);
}
