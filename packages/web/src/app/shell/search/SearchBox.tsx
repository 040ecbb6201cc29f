import { longestName, searchTargets } from '@trimtab/core';
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ListedTarget } from '../../../api/listed-targets.ts';
import { paths } from '../../../browser/paths.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { SearchResults } from './SearchResults.tsx';

/** The box is cleared this long after it loses the focus. */
const blurDelayMs = 200;
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Finds targets by name. Ctrl+K or Cmd+K focuses it, the arrow keys select, Enter opens, Escape clears. */
export function SearchBox({
  targets,
  incompleteText,
}: {
  targets: readonly ListedTarget[];
  incompleteText: string | null;
}) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const blurTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const listId = useId();
  const navigate = useNavigate();
  const results = useMemo(() => searchTargets(targets, text), [targets, text]);
  const isOpen = text.trim() !== '';
  const chosen = Math.min(active, results.length - 1);

  useSearchShortcut(input);
  useEffect(() => () => clearTimeout(blurTimer.current), []);

  const change = (next: string) => {
    setText(next);
    setActive(0);
  };
  const open = (target: ListedTarget | undefined) => {
    if (target === undefined) return;
    change('');
    input.current?.blur();
    void navigate(paths.target(target.namespace, target.name));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && results.length > 0) setActive((chosen + step + results.length) % results.length);
    else if (event.key === 'Enter') open(results[chosen]);
    else if (event.key === 'Escape') change('');
    else return;
    event.preventDefault();
  };

  return (
    <div className="relative min-w-0 flex-1 md:max-w-md">
      <Icon name="search" className="pointer-events-none absolute top-2 left-2.5 text-ink-3" />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label="Search ASTs"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && chosen >= 0 ? `${listId}-${chosen}` : undefined}
        placeholder="Search ASTs"
        autoComplete="off"
        spellCheck={false}
        maxLength={longestName}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={() => clearTimeout(blurTimer.current)}
        onBlur={() => {
          blurTimer.current = setTimeout(() => change(''), blurDelayMs);
        }}
        className="h-8 w-full rounded-md border border-transparent bg-sunken pr-14 pl-8 text-ink transition-colors placeholder:text-ink-3 hover:border-line-strong focus:border-accent focus:bg-surface focus:outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      <kbd
        hidden={isOpen}
        className="pointer-events-none absolute top-1.5 right-2 hidden rounded-sm border bg-surface px-1 font-sans text-micro leading-5 text-ink-3 sm:not-[[hidden]]:block"
      >
        {isApple ? '⌘ K' : 'Ctrl K'}
      </kbd>
      {isOpen ? (
        <SearchResults
          id={listId}
          results={results}
          incompleteText={incompleteText}
          chosen={chosen}
          onOpen={open}
          onPoint={setActive}
        />
      ) : null}
    </div>
  );
}

/** Focuses and selects the input on Ctrl+K, or Cmd+K on Apple devices. */
function useSearchShortcut(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isShortcut =
        event.key.toLowerCase() === 'k' &&
        !event.altKey &&
        !event.shiftKey &&
        (isApple ? event.metaKey : event.ctrlKey);
      if (!isShortcut) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [input]);
}
