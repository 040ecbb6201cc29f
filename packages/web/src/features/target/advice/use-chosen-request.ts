import { useCallback, useRef } from 'react';
import { useAddressedState } from '../../../browser/use-addressed-state.ts';
import { type ChosenRequest, printChosen, readChosen } from './chosen-request.ts';

const write = (chosen: ChosenRequest | null) => (chosen === null ? null : printChosen(chosen));

/**
 * The request that the user chose, stored in the URL; null without a choice. Closing a drawer clears the URL, but not
 * the choice.
 */
export function useChosenRequest() {
  const latest = useRef<ChosenRequest | null>(null);
  const read = useCallback((text: string | null) => {
    if (text !== null) latest.current = readChosen(text);
    return latest.current;
  }, []);
  const [chosen, set] = useAddressedState('request', { read, write, restMs: 150 });
  const choose = useCallback(
    (value: ChosenRequest | null) => {
      latest.current = value;
      set(() => value);
    },
    [set],
  );
  return [chosen, choose] as const;
}
