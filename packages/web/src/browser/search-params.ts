import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';

/** Sets some search parameters and leaves the others; null removes one. */
export type SetSearchParams = (changes: Record<string, string | null>, options?: { replace?: boolean }) => void;

/**
 * What the search of an address was changed to while the router is still on its way there. Everybody who looks at the
 * same address shares it, so the second of two quick changes begins where the first one ended.
 */
const ahead = new WeakMap<Location, string>();

/** Changes the search of the address as it is by now, whoever changed it last; the same function every time. */
function useChangeSearch() {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef({ location, navigate });
  useLayoutEffect(() => {
    latest.current = { location, navigate };
  });
  return useCallback((update: (params: URLSearchParams) => URLSearchParams, replace: boolean) => {
    const { location: from, navigate: go } = latest.current;
    const search = update(new URLSearchParams(ahead.get(from) ?? from.search)).toString();
    ahead.set(from, search);
    void go({ pathname: from.pathname, search, hash: from.hash }, { replace });
  }, []);
}

/** The search parameters of the address, and a way to change some of them: a view's state has its address. */
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

/** Removes every search parameter, as closing the modal or the drawer does; no step in the history. */
export function useClearViewParams(): () => void {
  const changeSearch = useChangeSearch();
  return useCallback(() => changeSearch(() => new URLSearchParams(), true), [changeSearch]);
}
