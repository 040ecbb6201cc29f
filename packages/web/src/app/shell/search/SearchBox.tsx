import { longestName } from '@trimtab/core';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { ListedTarget } from '../../../api/listed-targets.ts';
import { paths, targetInPath } from '../../../browser/paths.ts';
import { useLocation, useNavigate } from '../../../browser/router.tsx';
import { useDiagnostics } from '../../../features/diagnostics/use-diagnostics.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { isCommand, type Result } from './result.ts';
import { useResults } from './use-results.ts';
import { useSearchPanel } from './use-search-panel.ts';

/** The box is cleared this long after it loses the focus. */
const blurDelayMs = 200;
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

type SearchBoxProps = { targets: readonly ListedTarget[]; incompleteText: string | null };

/**
 * Finds targets by name, and pages, namespaces and actions. Ctrl+K or Cmd+K focuses it and offers them, the arrow keys
 * select, Enter opens, Escape clears.
 */
export function SearchBox({ targets, incompleteText }: SearchBoxProps) {
  const [text, setText] = useState('');
  /** The key of the highlighted result. */
  const [active, setActive] = useState('');
  const [isFocused, setFocused] = useState(false);
  /** Commands are shown although nothing is typed. */
  const [isOffering, setOffering] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const blurTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const listId = useId();
  const navigate = useNavigate();
  const diagnostics = useDiagnostics(targetInPath(useLocation().pathname));
  // The first targets are shown before the panel is loaded, so that the panel does not delay them.
  const panel = useSearchPanel(isFocused, targets.length > 0);
  const { results, targetCount } = useResults(isFocused ? panel : null, {
    targets,
    text,
    isOffering,
    exportDiagnostics: diagnostics.open,
  });
  const isSearch = text.trim() !== '';
  const isOpen = isSearch || results.length > 0;
  const at = results.findIndex(({ key }) => key === active);
  const chosen = Math.max(at, Math.min(0, results.length - 1));
  const point = (index: number) => setActive(results.at(index)?.key ?? '');
  // The first result stays highlighted when better ones are loaded.
  if (chosen > at) point(0);

  const change = (next: string, nextOffering = false) => {
    setText(next);
    setOffering(nextOffering);
    setActive('');
  };
  useSearchShortcut(input, setOffering);
  useEffect(() => () => clearTimeout(blurTimer.current), []);

  const open = (result: Result | undefined) => {
    if (result === undefined) return;
    change('');
    // After an action the focus stays in the box. After a navigation the page takes it.
    if (!isCommand(result) || result.kind !== 'Action') input.current?.blur();
    if (isCommand(result)) result.run();
    else navigate(paths.target(result.namespace, result.name));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys of an input method choose its text.
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && results.length > 0) point((chosen + step) % results.length);
    else if (step !== 0 && !isOpen) setOffering(true);
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
        onChange={(event) => change(event.target.value, isOffering)}
        onKeyDown={onKeyDown}
        onFocus={() => {
          clearTimeout(blurTimer.current);
          setFocused(true);
        }}
        onBlur={() => {
          blurTimer.current = setTimeout(() => {
            change('');
            setFocused(false);
          }, blurDelayMs);
        }}
        className="h-8 w-full rounded-md border border-transparent bg-sunken pr-14 pl-8 text-ink transition-colors placeholder:text-ink-3 hover:border-line-strong focus:border-accent focus:bg-surface focus:outline-hidden [&::-webkit-search-cancel-button]:hidden"
      />
      <kbd
        hidden={isOpen}
        className="pointer-events-none absolute top-1.5 right-2 hidden rounded-sm border bg-surface px-1 font-sans text-micro leading-5 text-ink-3 sm:not-[[hidden]]:block"
      >
        {isApple ? '⌘ K' : 'Ctrl K'}
      </kbd>
      {isOpen && panel !== null ? (
        <panel.SearchResults
          id={listId}
          results={results}
          targetCount={targetCount}
          incompleteText={incompleteText}
          chosen={chosen}
          onOpen={open}
          onPoint={point}
        />
      ) : null}
      {diagnostics.dialog}
    </div>
  );
}

/** Focuses the box and offers commands on Ctrl+K, or Cmd+K on Apple devices. */
function useSearchShortcut(
  input: RefObject<HTMLInputElement | null>,
  setOffering: (isOffering: boolean) => void,
): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isShortcut =
        // Other alphabets have no K. The key at its place has this code.
        (event.key > '~' ? event.code : `Key${event.key.toUpperCase()}`) === 'KeyK' &&
        !event.altKey &&
        !event.shiftKey &&
        (isApple ? event.metaKey : event.ctrlKey);
      // While a dialog is open, the box is behind it.
      if (!isShortcut || document.querySelector('[role=dialog]') !== null) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
      setOffering(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [input, setOffering]);
}
