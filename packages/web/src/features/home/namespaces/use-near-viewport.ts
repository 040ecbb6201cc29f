import { type RefObject, startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../../../browser/when-idle.ts';

// Content loads half a screen before it becomes visible. A visit without scrolling therefore sends few requests.
const margin = '450px 0px';

const options: IntersectionObserverInit = { rootMargin: margin };

type OnEntry = (entry: IntersectionObserverEntry) => void;
const listeners = new Map<Element, OnEntry>();
let observer: IntersectionObserver | undefined;
/** Elements that have come near the viewport and are not drawn yet. */
const near = new Map<Element, IntersectionObserverEntry>();
let isDrawing = false;

/** Draws one element at a time, because several in one frame would block the page for too long. */
async function drawNear(): Promise<void> {
  isDrawing = true;
  for (const [element, entry] of near) {
    near.delete(element);
    listeners.get(element)?.(entry);
    await whenIdle();
  }
  isDrawing = false;
}

/** Observes an element with one shared observer, because hundreds of observers are slow. Returns a function that stops. */
function observe(element: Element, onEntry: OnEntry): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const entry of entries) {
      near.delete(entry.target);
      if (entry.isIntersecting) near.set(entry.target, entry);
      else listeners.get(entry.target)?.(entry);
    }
    if (!isDrawing) void drawNear();
  }, options);
  listeners.set(element, onEntry);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    near.delete(element);
    observer?.unobserve(element);
  };
}

/** `height`: the element's height in pixels when it was last near the viewport; null before that. */
export type Nearness = { isNear: boolean; height: number | null };

/** Whether an element is near the viewport. Of several that come near at the same time, one is reported at a time. */
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
