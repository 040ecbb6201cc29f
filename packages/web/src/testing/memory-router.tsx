import { createContext, type ReactNode, useContext, useState } from 'react';
import { Router, type RouterHistory } from '../browser/router.tsx';

const BackContext = createContext<() => void>(() => {});

/** Returns a function with the effect of the browser's back button, inside a `MemoryRouter`. */
export const useBack = (): (() => void) => useContext(BackContext);

type MemoryHistory = RouterHistory & { back: () => void };

function memoryHistory(start: string): MemoryHistory {
  const entries = [start];
  const listeners = new Set<() => void>();
  return {
    read: () => {
      const { pathname, search, hash } = new URL(`http://memory.test${entries.at(-1)}`);
      return { pathname, search, hash, state: null };
    },
    write: (to, replace) => {
      if (replace) entries.pop();
      entries.push(to);
    },
    onMove: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    back: () => {
      entries.pop();
      for (const listener of listeners) listener();
    },
  };
}

/** A router whose addresses are not the test page's own. */
export function MemoryRouter({ at, children }: { at: string; children: ReactNode }) {
  const [history] = useState(() => memoryHistory(at));
  return (
    <Router history={history}>
      <BackContext value={history.back}>{children}</BackContext>
    </Router>
  );
}
