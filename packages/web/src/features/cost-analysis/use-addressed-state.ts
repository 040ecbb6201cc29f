import { useCallback, useEffect, useRef, useState } from 'react';
import { useViewParams } from '../../browser/search-params.ts';

export type AddressedState<T> = {
  /** From the text of the address; anything unreadable is the default. The same function every time. */
  read: (text: string | null) => T;
  /** To the text; null leaves no trace. The same function every time. */
  write: (value: T) => string | null;
  /** How long it must be at rest before it is written: the browser allows a page few changes of its address. */
  restMs: number;
};

/**
 * State that has an address. It is set at once and written to the search parameter `param` a moment later, as no step in
 * the history; when the address changes by itself (back, forward, a link) it is read from there.
 */
export function useAddressedState<T>(param: string, { read, write, restMs }: AddressedState<T>) {
  const [params, change] = useViewParams();
  const text = params.get(param);
  const [value, setValue] = useState(() => read(text));
  const latest = useRef(value);
  const shown = useRef(text);
  /** Texts that were written, and that the router has not come back with. */
  const onTheirWay = useRef<(string | null)[]>([]);
  const hasLeft = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (text === shown.current) return;
    shown.current = text;
    const at = onTheirWay.current.indexOf(text);
    onTheirWay.current = onTheirWay.current.slice(at + 1);
    if (at >= 0) return;
    clearTimeout(timer.current);
    onTheirWay.current = [];
    latest.current = read(text);
    setValue(latest.current);
  }, [text, read]);
  // Somebody who has left the page has left its address too.
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
      clearTimeout(timer.current);
    };
  }, []);

  const set = useCallback(
    (update: (before: T) => T) => {
      latest.current = update(latest.current);
      setValue(latest.current);
      clearTimeout(timer.current);
      if (hasLeft.current) return;
      timer.current = setTimeout(() => {
        const next = write(latest.current);
        if (next === (onTheirWay.current.at(-1) ?? shown.current)) return;
        onTheirWay.current.push(next);
        change({ [param]: next }, { replace: true });
      }, restMs);
    },
    [change, param, restMs, write],
  );
  return [value, set] as const;
}
