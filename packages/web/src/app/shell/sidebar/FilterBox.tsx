import { longestName } from '@trimtab/core';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { Icon } from '../../../ui/Icon.tsx';

type FilterBoxProps = {
  text: string;
  onText: (text: string) => void;
  /** The list below the box. The arrow keys move between the box and its rows. */
  list: RefObject<HTMLElement | null>;
  onEnter: () => void;
};

/** Filters the namespaces and targets of the sidebar. Enter opens the first target that is found, Escape clears. */
export function FilterBox({ text, onText, list, onEnter }: FilterBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useArrowKeys(input, list);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') onEnter();
    else if (event.key === 'Escape' && text !== '') onText('');
    else return;
    event.preventDefault();
    // In the menu of a narrow screen, Escape must not close the menu too.
    event.stopPropagation();
  };
  return (
    <div className="relative mx-3 mb-2">
      <Icon name="search" size={14} className="pointer-events-none absolute top-1.5 left-2 text-ink-3" />
      <input
        ref={input}
        type="search"
        aria-label="Filter namespaces and targets"
        placeholder="Filter"
        autoComplete="off"
        spellCheck={false}
        maxLength={longestName}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-7 w-full rounded-md border border-transparent bg-sunken pr-1 pl-7 text-ink placeholder:text-ink-3 hover:border-line-strong focus:border-accent focus:bg-surface focus:outline-hidden"
      />
    </div>
  );
}

/** The arrow keys move the focus from the box into the list, through its rows, and back into the box. */
function useArrowKeys(input: RefObject<HTMLInputElement | null>, list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const [box, rows] = [input.current, list.current];
    const onKey = (event: globalThis.KeyboardEvent) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step === 0 || box === null || rows === null || event.altKey || event.ctrlKey || event.metaKey) return;
      const stops = [box, ...rows.querySelectorAll<HTMLElement>('a, button')];
      const next = stops[stops.findIndex((stop) => stop === document.activeElement) + step];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    box?.addEventListener('keydown', onKey);
    rows?.addEventListener('keydown', onKey);
    return () => {
      box?.removeEventListener('keydown', onKey);
      rows?.removeEventListener('keydown', onKey);
    };
  }, [input, list]);
}
