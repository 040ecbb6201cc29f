import { type RefCallback, useCallback, useState } from 'react';

/** Whether an element's content is larger than the element. Then it scrolls and must be reachable by keyboard. */
export function useOverflow(): { ref: RefCallback<HTMLElement>; isOverflowing: boolean } {
  const [isOverflowing, setOverflowing] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const measure = () =>
      setOverflowing(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Also observe the content, which may grow while the element keeps its size.
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return { ref, isOverflowing };
}
