import { type ReactNode, startTransition, useCallback, useEffect, useState } from 'react';

type AfterFirstViewProps = {
  /** Undefined: the page is shown at once. */ firstView?: Promise<void> | undefined;
  children: ReactNode;
};

/**
 * The page, as soon as the answers of its first view are there. Until then it is the outline of index.html, so that what
 * is around the page is drawn while the answers are on their way.
 */
export function AfterFirstView({ firstView, children }: AfterFirstViewProps) {
  const [isReady, setReady] = useState(firstView === undefined);
  // Looked up before React removes what it finds in its root.
  const [outline] = useState(() => document.querySelector('#outline [data-page]:not([hidden])'));
  useEffect(() => {
    void firstView?.then(() => startTransition(() => setReady(true)));
  }, [firstView]);
  const show = useCallback((element: HTMLElement | null) => element?.append(...(outline?.children ?? [])), [outline]);
  return isReady ? children : <div ref={show} aria-hidden="true" className="flex flex-col gap-6" />;
}
