/*
 * A combobox's list, as the ARIA pattern has it: the focus stays in the box, which has the keys, so the options carry roles
 * and no keys of their own. A datalist or select could be neither windowed nor styled.
 */
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */
import { formatCount } from '@trimtab/core';
import { useEffect } from 'react';
import type { ListedTarget } from '../../../api/listed-targets.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useWindow } from '../../../ui/use-window.ts';

const rowHeight = 36;
/** As many as the list's greatest height (`max-h-90`) holds. */
const mostInSight = 10;
// On a narrow screen the box is too narrow for names: there the results take the width of the screen.
const frame =
  'absolute inset-x-0 top-10 z-30 isolate rounded-md border bg-raised shadow-raised contain-content max-md:fixed max-md:inset-x-3 max-md:top-12';

type SearchResultsProps = {
  id: string;
  results: ListedTarget[];
  /** Why there may be more than these: the list of targets is not whole (yet); null when it is. */
  incompleteText: string | null;
  /** The highlighted one's place; -1 when there is none. */
  chosen: number;
  onOpen: (target: ListedTarget) => void;
  onPoint: (index: number) => void;
};

/** The targets a search found, or the sentence that there are none. */
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

/** Held to a height, the highlighted one always in sight. */
function ResultList({ id, results, incompleteText, chosen, onOpen, onPoint }: SearchResultsProps) {
  const { scroller, from, to, scrollTo } = useWindow({ count: results.length, rowHeight, overscan: 2, mostInSight });
  useEffect(() => scrollTo(Math.max(0, chosen)), [chosen, scrollTo]);
  return (
    <div className={classNames(frame, 'pt-1')}>
      {/* Ten rows; padding inside would cut the last one in sight. */}
      <div
        ref={scroller}
        id={id}
        role="listbox"
        aria-label="Targets found"
        className="max-h-90 overflow-y-auto overscroll-contain px-1"
      >
        <div role="presentation" className="relative" style={{ height: results.length * rowHeight }}>
          {results.slice(from, to).map((target, index) => (
            <div
              // The row, not the target: a key press changes texts, and makes no elements.
              key={from + index}
              id={`${id}-${from + index}`}
              role="option"
              aria-selected={from + index === chosen}
              aria-setsize={results.length}
              aria-posinset={from + index + 1}
              title={`${target.namespace}/${target.name}`}
              // The pointer must not take the focus, or the box would clear itself under the click.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => onPoint(from + index)}
              onClick={() => onOpen(target)}
              className={classNames(
                'absolute inset-x-0 flex cursor-pointer items-center gap-2 rounded-sm px-2',
                from + index === chosen && 'bg-accent-soft text-accent-strong',
              )}
              style={{ top: (from + index) * rowHeight, height: rowHeight }}
            >
              <bdi className="min-w-0 truncate font-medium">{target.name}</bdi>
              {target.autonomous ? (
                <Icon name="autonomous" size={13} label="Autonomous" className="text-autonomous" />
              ) : null}
              <bdi className="ml-auto max-w-1/2 shrink-0 truncate text-small text-ink-3">{target.namespace}</bdi>
            </div>
          ))}
        </div>
      </div>
      <output className="mt-1 block border-t px-3 py-1.5 text-small text-ink-3 tabular-nums">
        {formatCount(results.length)} {results.length === 1 ? 'target' : 'targets'}
        {incompleteText === null ? null : `. ${incompleteText}`}
      </output>
    </div>
  );
}
