import { useEffect, useRef, useSyncExternalStore } from 'react';

/** An action of the page that is shown. The search box offers it too. */
export type PageAction = { readonly label: string; readonly run: () => void };

let actions: readonly PageAction[] = [];
const listeners = new Set<() => void>();

function change(next: readonly PageAction[]): void {
  actions = next;
  for (const listener of listeners) listener();
}

/** Offers an action in the search box while the component is shown. */
export function usePageAction(label: string, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const action = { label, run: () => latest.current() };
    change([...actions, action]);
    return () => change(actions.filter((other) => other !== action));
  }, [label]);
}

export function usePageActions(): readonly PageAction[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => actions,
  );
}
