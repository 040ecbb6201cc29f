import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';

/** Sets the given search parameters and leaves the others unchanged; null removes one. */
export type SetSearchParams = (changes: Record<string, string | null>, options?: { replace?: boolean }) => void;

/**
 * The search string that a navigation in progress leads to, by its starting location. The router applies changes
 * asynchronously. With this map a second quick change includes the first one.
 */
const pendingSearch = new WeakMap<Location, string>();

/** Returns a stable function that updates the current search parameters. */
function useChangeSearch() {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef({ location, navigate });
  useLayoutEffect(() => {
    latest.current = { location, navigate };
  });
  return useCallback((update: (params: URLSearchParams) => URLSearchParams, replace: boolean) => {
    const { location: from, navigate: go } = latest.current;
    const search = update(new URLSearchParams(pendingSearch.get(from) ?? from.search)).toString();
    pendingSearch.set(from, search);
    void go({ pathname: from.pathname, search, hash: from.hash }, { replace });
  }, []);
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
