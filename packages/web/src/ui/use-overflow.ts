import { type RefCallback, useCallback, useState } from 'react';

/** Whether what an element holds is larger than the element: then it scrolls, and the keyboard must reach it. */
export function useOverflow(): { ref: RefCallback<HTMLElement>; isOverflowing: boolean } {
  const [isOverflowing, setOverflowing] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const look = () =>
      setOverflowing(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    // The content may grow while the element stays as it is.
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return { ref, isOverflowing };
}
