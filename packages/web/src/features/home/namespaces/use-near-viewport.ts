import { type RefObject, startTransition, useEffect, useState } from 'react';

// Half a screen ahead: rows are there when they are scrolled into view, and a visit that never scrolls asks for little.
const margin = '450px 0px';

// Inside a scrolling container a root margin has no effect; there it is the scroll margin that counts.
const options: IntersectionObserverInit & { scrollMargin: string } = { rootMargin: margin, scrollMargin: margin };

type Tell = (entry: IntersectionObserverEntry) => void;
const tellOf = new Map<Element, Tell>();
let observer: IntersectionObserver | undefined;

/** One observer for all: each of two hundred would be asked with every frame. Answers how to stop. */
function watch(element: Element, tell: Tell): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const entry of entries) tellOf.get(entry.target)?.(entry);
  }, options);
  tellOf.set(element, tell);
  observer.observe(element);
  return () => {
    tellOf.delete(element);
    observer?.unobserve(element);
  };
}

/** `height`: what the element measured when it was last near; null before. */
export type Nearness = { isNear: boolean; height: number | null };

/**
 * Whether an element is on the screen or about to be. It stays near while it holds the focus: taking the element with
 * the keyboard's focus off the page would throw its user back to the top. One that stands where the page begins
 * (`isFirst`) is near before anything was measured, so that its content is asked for at once; one that is held is not
 * looked at until it is let go.
 */
export function useNearViewport(
  element: RefObject<HTMLElement | null>,
  { isFirst, isDeferred }: { isFirst: boolean; isDeferred: boolean },
): Nearness {
  const [nearness, setNearness] = useState<Nearness>({ isNear: isFirst, height: null });
  useEffect(() => {
    const place = element.current;
    if (!place || isDeferred) return undefined;
    return watch(place, (entry) => {
      const isNear = entry.isIntersecting || place.contains(document.activeElement);
      const next = (earlier: Nearness) => {
        if (earlier.isNear === isNear) return earlier;
        return { isNear, height: isNear ? earlier.height : entry.boundingClientRect.height };
      };
      // Several sections come near at once when somebody jumps; none of them may hold up the scrolling.
      startTransition(() => setNearness(next));
    });
  }, [element, isDeferred]);
  return nearness;
}
