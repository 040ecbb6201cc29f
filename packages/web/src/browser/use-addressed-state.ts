import { useCallback, useEffect, useRef, useState } from 'react';
import { useViewParams } from './search-params.ts';

export type AddressedState<T> = {
  /** Reads the value from the address, and returns the default for an invalid text. Must be a stable function. */
  read: (text: string | null) => T;
  /** Writes the value for the address; null removes the parameter. Must be a stable function. */
  write: (value: T) => string | null;
  /** The delay after the last change before the address is updated. Browsers limit the rate of such updates. */
  restMs: number;
};

/**
 * State that the search parameter `param` stores. A change applies immediately and is written to the address after a
 * delay, without a new history entry. When the address changes otherwise (back, forward, a link), the state follows it.
 */
export function useAddressedState<T>(param: string, { read, write, restMs }: AddressedState<T>) {
  const [params, change] = useViewParams();
  const text = params.get(param);
  const [value, setValue] = useState(() => read(text));
  const latest = useRef(value);
  const shown = useRef(text);
  /** Texts that were written but that the router has not returned yet. */
  const pendingTexts = useRef<(string | null)[]>([]);
  const hasLeft = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (text === shown.current) return;
    shown.current = text;
    const at = pendingTexts.current.indexOf(text);
    pendingTexts.current = pendingTexts.current.slice(at + 1);
    if (at >= 0) return;
    clearTimeout(timer.current);
    pendingTexts.current = [];
    latest.current = read(text);
    setValue(latest.current);
  }, [text, read]);
  // After the page is left, its state must not be written to the address of the next page.
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
        if (next === (pendingTexts.current.at(-1) ?? shown.current)) return;
        pendingTexts.current.push(next);
        change({ [param]: next }, { replace: true });
      }, restMs);
    },
    [change, param, restMs, write],
  );
  return [value, set] as const;
}
