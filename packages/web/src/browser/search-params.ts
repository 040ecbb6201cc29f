import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';

/** Sets the given search parameters and leaves the others unchanged; null removes one. */
export type SetSearchParams = (changes: Record<string, string | null>, options?: { replace?: boolean }) => void;

/**
 * The last change of the search parameters that started from a location and is still in progress. The router applies
 * changes asynchronously. With this map a second quick change includes the first one.
 */
const pendingChanges = new WeakMap<Location, { search: string; historyKey: string | undefined }>();

/** The router's key of the browser's current history entry; undefined if the entry is not of `BrowserRouter`. */
function historyKey(): string | undefined {
  const state: unknown = globalThis.history.state;
  if (typeof state !== 'object' || state === null || !('idx' in state)) return undefined;
  return 'key' in state && typeof state.key === 'string' ? state.key : 'default';
}

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
    const pending = pendingChanges.get(from);
    // The URL changes before the next page is drawn. A change by the old page must not return to it.
    const key = historyKey();
    if (key !== undefined && key !== (pending?.historyKey ?? from.key)) return;
    const search = update(new URLSearchParams(pending?.search ?? from.search)).toString();
    void go({ pathname: from.pathname, search, hash: from.hash }, { replace });
    pendingChanges.set(from, { search, historyKey: historyKey() });
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
