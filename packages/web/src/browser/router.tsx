import {
  type ComponentProps,
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { safeHref } from './safe-href.ts';

/**
 * An address of the console. `state` is the value that was passed to the navigation. After a reload or Back it is null.
 */
export type Location = {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly state: unknown;
};

/** Navigates to an address that starts with a slash. `replace` overwrites the current entry of the history. */
export type Navigate = (to: string, options?: { replace?: boolean; state?: unknown }) => void;

/** The history that a router reads and writes. Tests replace the browser's. */
export type RouterHistory = {
  /** The current address, even while the previous page is still shown. */
  read: () => Location;
  write: (to: string, replace: boolean) => void;
  /** Calls the listener after Back and Forward. Returns a function that removes the listener. */
  onMove: (listener: () => void) => () => void;
};

const browserHistory: RouterHistory = {
  read: () => ({ pathname: location.pathname, search: location.search, hash: location.hash, state: null }),
  // With the origin, because a path that starts with two slashes would name another host.
  write: (to, replace) => history[replace ? 'replaceState' : 'pushState'](null, '', location.origin + to),
  onMove: (listener) => {
    addEventListener('popstate', listener);
    return () => removeEventListener('popstate', listener);
  },
};

type RouterApi = { navigate: Navigate; read: RouterHistory['read'] };

const RouterContext = createContext<RouterApi | null>(null);
const LocationContext = createContext<Location | null>(null);

function useInRouter<T>(value: T | null): T {
  if (value === null) throw new Error('This component must be inside a router.');
  return value;
}

/** Provides the address to the components inside it, and renders them again after a navigation. */
export function Router({ history = browserHistory, children }: { history?: RouterHistory; children: ReactNode }) {
  const [shown, setShown] = useState(history.read);
  const path = useRef(shown.pathname);
  const show = useCallback((location: Location) => {
    const isSamePage = location.pathname === path.current;
    path.current = location.pathname;
    // Another page is drawn in the frame of the click. A change on the same page must not delay the next key press.
    if (isSamePage) startTransition(() => setShown(location));
    else setShown(location);
  }, []);
  useLayoutEffect(() => history.onMove(() => show(history.read())), [history, show]);
  const api = useMemo<RouterApi>(
    () => ({
      read: history.read,
      navigate: (to, { replace = false, state = null } = {}) => {
        history.write(to, replace);
        show({ ...history.read(), state });
      },
    }),
    [history, show],
  );
  return (
    <RouterContext value={api}>
      <LocationContext value={shown}>{children}</LocationContext>
    </RouterContext>
  );
}

/**
 * The functions of the router. They never change, so a component that uses only them is not rendered by a navigation.
 */
export const useRouter = (): RouterApi => useInRouter(useContext(RouterContext));
export const useNavigate = (): Navigate => useRouter().navigate;
/** The address whose page is shown. */
export const useLocation = (): Location => useInRouter(useContext(LocationContext));

const addressOf = ({ pathname, search, hash }: Location) => pathname + search + hash;

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An address that starts with a slash. */
  to: string;
};

/** A link to a page of the console. A click with a modifier key is left to the browser, for example for a new tab. */
export function Link({ to, onClick, children, ...props }: LinkProps) {
  const { navigate, read } = useRouter();
  return (
    <a
      {...props}
      href={safeHref(to)}
      onClick={(event) => {
        onClick?.(event);
        const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
        if (event.defaultPrevented || event.button !== 0 || hasModifier) return;
        event.preventDefault();
        // As in the browser, a link to the current address adds no entry to the history.
        navigate(to, { replace: to === addressOf(read()) });
      }}
    >
      {children}
    </a>
  );
}

type NavLinkProps = Omit<LinkProps, 'className'> & {
  /** Whether only the address itself counts as current, and not the pages below it. */
  end?: boolean;
  className: (isCurrent: boolean) => string;
};

/** A link that shows whether its page is the current one. */
export function NavLink({ to, end = false, className, ...props }: NavLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = pathname === to || (!end && pathname.startsWith(`${to}/`));
  return <Link {...props} to={to} className={className(isCurrent)} {...(isCurrent && { 'aria-current': 'page' })} />;
}
