/*
 * The list of an ARIA combobox: the focus stays in the input, which handles the keys, so the options have roles but no key
 * handlers. A datalist or select could be neither windowed nor styled.
 */
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */
import { formatCount } from '@trimtab/core';
import { type RefObject, useEffect, useRef } from 'react';
import { useKnownStatuses } from '../../../api/known-statuses.ts';
import { useDrawnRows } from '../../../table/use-drawn-rows.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ResultRow } from './ResultRow.tsx';
import { isCommand, type Result } from './result.ts';

const rowHeight = 36;
/** The list is at most this many rows high, without padding, which would cut the last visible row. */
const maxVisible = 10;
// On a narrow screen the input is too narrow for names, so the results use the width of the screen.
const frame =
  'absolute left-0 top-10 z-30 isolate w-full rounded-md border bg-raised shadow-raised contain-content max-md:fixed max-md:inset-x-3 max-md:top-12 max-md:w-auto md:w-136';

type SearchResultsProps = {
  id: string;
  results: readonly Result[];
  /** How many targets match; null if nothing is typed. */
  targetCount: number | null;
  /** Explains that the list of targets is incomplete; null if it is complete. */
  incompleteText: string | null;
  /** The index of the highlighted result; -1 if there is none. */
  chosen: number;
  onOpen: (result: Result) => void;
  onPoint: (index: number) => void;
};

/** The results, or a text that no target matches. */
export function SearchResults(props: SearchResultsProps) {
  const { id, results, incompleteText } = props;
  if (results.length > 0) return <ResultList {...props} />;
  return (
    <output id={id} className={classNames(frame, 'px-3 py-2.5 text-ink-3')}>
      No matching ASTs
      {incompleteText === null ? null : <span className="block text-small">{incompleteText}</span>}
    </output>
  );
}

/** A scrolling list that keeps the highlighted result visible. */
function ResultList(props: SearchResultsProps) {
  const { id, results, chosen, onOpen, onPoint } = props;
  const statuses = useKnownStatuses();
  const scroller = useRef<HTMLDivElement>(null);
  const count = results.length;
  // A key press replaces the texts of all rendered rows, so even a short list renders only a few.
  const { from, to } = useDrawnRows({
    count,
    rowHeight,
    list: scroller,
    scroll: 'box',
    shortCount: 12,
    rowsAhead: 1,
  });
  const onScroll = useVisible(scroller, chosen, Math.min(count, maxVisible));
  return (
    <div className={classNames(frame, 'pt-1')}>
      <div
        ref={scroller}
        onScroll={onScroll}
        id={id}
        role="listbox"
        aria-label="Results"
        className="overflow-y-auto overscroll-contain px-1"
        style={{ maxHeight: maxVisible * rowHeight }}
      >
        <div role="presentation" className="relative" style={{ height: count * rowHeight }}>
          {results.slice(from, to).map((result, index) => (
            <div
              // Keyed by row instead of by result, so that typing changes texts and creates no elements.
              key={from + index}
              id={`${id}-${from + index}`}
              role="option"
              aria-selected={from + index === chosen}
              aria-setsize={count}
              aria-posinset={from + index + 1}
              title={isCommand(result) ? result.label : result.key}
              // Keep the focus in the input. Otherwise the blur would clear the results before the click.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => onPoint(from + index)}
              onClick={() => onOpen(result)}
              className={classNames(
                'absolute inset-x-0 flex cursor-pointer items-center gap-2 rounded-sm px-2',
                from + index === chosen && 'bg-accent-soft text-accent-strong',
              )}
              style={{ top: (from + index) * rowHeight, height: rowHeight }}
            >
              <ResultRow result={result} status={statuses.get(result.key)} />
            </div>
          ))}
        </div>
      </div>
      <output className="mt-1 block border-t px-3 py-1.5 text-small text-ink-3 tabular-nums">{summary(props)}</output>
    </div>
  );
}

function summary({ targetCount, incompleteText }: SearchResultsProps): string {
  if (targetCount === null) return 'Type the name of a target, namespace, page or action.';
  const found =
    targetCount === 0 ? 'No matching ASTs' : `${formatCount(targetCount)} ${targetCount === 1 ? 'target' : 'targets'}`;
  return incompleteText === null ? found : `${found}. ${incompleteText}`;
}

/**
 * Scrolls the list so that the highlighted row is visible. Returns a scroll listener that stores the scroll position,
 * because reading it during a key press would force a layout.
 */
function useVisible(scroller: RefObject<HTMLDivElement | null>, chosen: number, visibleCount: number): () => void {
  const top = useRef(0);
  useEffect(() => {
    const first = Math.max(0, chosen) * rowHeight;
    const next = Math.max(Math.min(top.current, first), first - (visibleCount - 1) * rowHeight);
    if (next === top.current) return;
    scroller.current?.scrollTo({ top: next });
    top.current = next;
  }, [scroller, chosen, visibleCount]);
  return () => {
    top.current = scroller.current?.scrollTop ?? 0;
  };
}
