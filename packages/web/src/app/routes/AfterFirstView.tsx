import { type ReactNode, startTransition, useCallback, useEffect, useState } from 'react';

/** When the page of the first visit is drawn. */
export type FirstDrawing = {
  /** Resolves when the page may be drawn. */
  ready: Promise<unknown>;
  /** Called after the page has been drawn. */
  onDrawn: () => void;
};

type AfterFirstViewProps = {
  /** Undefined: the page is shown at once. */ firstView?: FirstDrawing | undefined;
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
    void firstView?.ready.then(() => startTransition(() => setReady(true)));
  }, [firstView]);
  useEffect(() => {
    if (isReady) firstView?.onDrawn();
  }, [isReady, firstView]);
  const show = useCallback((element: HTMLElement | null) => element?.append(...(outline?.children ?? [])), [outline]);
  return isReady ? children : <div ref={show} aria-hidden="true" className="flex flex-col gap-6" />;
}
