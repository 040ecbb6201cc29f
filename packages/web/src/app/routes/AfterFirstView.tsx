import { type ReactNode, startTransition, useCallback, useEffect, useState } from 'react';

type AfterFirstViewProps = {
  /** Undefined: the page is shown at once. */ firstView?: Promise<void> | undefined;
  children: ReactNode;
};

/**
 * Shows the page as soon as the answers of its first view have arrived. Until then it shows the outline of index.html,
 * so that the parts around the page are drawn meanwhile.
 */
export function AfterFirstView({ firstView, children }: AfterFirstViewProps) {
  const [isReady, setReady] = useState(firstView === undefined);
  // Found before React removes the existing content of its root.
  const [outline] = useState(() => document.querySelector('#outline [data-page]:not([hidden])'));
  useEffect(() => {
    void firstView?.then(() => startTransition(() => setReady(true)));
  }, [firstView]);
  const show = useCallback((element: HTMLElement | null) => element?.append(...(outline?.children ?? [])), [outline]);
  return isReady ? children : <div ref={show} aria-hidden="true" className="flex flex-col gap-6" />;
}
