import { type RefObject, startTransition, useEffect, useState } from 'react';

// Content loads half a screen before it becomes visible. A visit without scrolling therefore sends few requests.
const margin = '450px 0px';

const options: IntersectionObserverInit = { rootMargin: margin };

type OnEntry = (entry: IntersectionObserverEntry) => void;
const listeners = new Map<Element, OnEntry>();
let observer: IntersectionObserver | undefined;

/** Observes an element with one shared observer, because hundreds of observers are slow. Returns a function that stops. */
function observe(element: Element, onEntry: OnEntry): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const entry of entries) listeners.get(entry.target)?.(entry);
  }, options);
  listeners.set(element, onEntry);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer?.unobserve(element);
  };
}

/** `height`: the element's height in pixels when it was last near the viewport; null before that. */
export type Nearness = { isNear: boolean; height: number | null };

/** Whether an element is near the viewport. */
export function useNearViewport(element: RefObject<HTMLElement | null>, isFirst: boolean): Nearness {
  const [nearness, setNearness] = useState<Nearness>({ isNear: isFirst, height: null });
  useEffect(() => {
    const observed = element.current;
    if (!observed) return undefined;
    return observe(observed, (entry) => {
      const isNear = entry.isIntersecting || observed.contains(document.activeElement);
      const next = (earlier: Nearness) => {
        if (earlier.isNear === isNear) return earlier;
        return { isNear, height: isNear ? earlier.height : entry.boundingClientRect.height };
      };
      // A transition keeps the scrolling smooth.
      startTransition(() => setNearness(next));
    });
  }, [element]);
  return nearness;
}
