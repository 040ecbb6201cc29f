import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How long a size must stand still before a chart is drawn anew (console.md, section 9). */
export const resizeDebounceMs = 150;

/** The width of an element in whole pixels: at once when it is first laid out, then once it has stopped changing. */
export function useWidth(): { ref: RefObject<HTMLDivElement | null>; width: number } {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(measure, resizeDebounceMs);
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return { ref, width };
}
