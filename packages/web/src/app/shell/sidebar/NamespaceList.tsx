import type { NamespaceGroup } from '@trimtab/core';
import { memo, useCallback, useRef, useState } from 'react';
import { NavLink } from 'react-router-dom';
import type { ListedTarget } from '../../../api/listed-targets.ts';
import { paths } from '../../../browser/paths.ts';
import { useDrawnRows } from '../../../table/use-drawn-rows.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';

const rowHeight = 28;

type TargetGroup = NamespaceGroup<ListedTarget>;

type Row =
  | { group: TargetGroup; isOpen: boolean; target: null }
  | { group: TargetGroup; isOpen: true; target: ListedTarget };

function rowsOf(groups: readonly TargetGroup[], open: string | null): Row[] {
  return groups.flatMap((group): Row[] =>
    group.namespace === open
      ? [
          { group, isOpen: true, target: null },
          ...group.targets.map((target): Row => ({ group, isOpen: true, target })),
        ]
      : [{ group, isOpen: false, target: null }],
  );
}

/** The accordion of namespaces. One is open at a time, initially the first. Only visible rows are rendered. */
export function NamespaceList({
  groups,
  onNavigate,
}: {
  groups: readonly TargetGroup[];
  onNavigate?: (() => void) | undefined;
}) {
  // Undefined until the user chooses, because a later page of targets may contain a namespace that sorts first.
  const [chosen, setChosen] = useState<string | null>();
  const open = chosen === undefined ? (groups[0]?.namespace ?? null) : chosen;
  const toggle = useCallback((namespace: string, isOpen: boolean) => setChosen(isOpen ? null : namespace), []);
  const rows = rowsOf(groups, open);
  const scroller = useRef<HTMLDivElement>(null);
  const { from, to, follower } = useDrawnRows({ count: rows.length, rowHeight, list: scroller, scroll: 'box' });

  return (
    <>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-3">
        <ul aria-label="Namespaces" className="relative" style={{ height: rows.length * rowHeight }}>
          {rows.slice(from, to).map((row, index) => (
            <li
              key={row.target === null ? row.group.namespace : row.target.key}
              className="absolute inset-x-0"
              style={{ top: (from + index) * rowHeight, height: rowHeight }}
            >
              {row.target === null ? (
                <NamespaceRow
                  namespace={row.group.namespace}
                  count={row.group.targets.length}
                  isOpen={row.isOpen}
                  onToggle={toggle}
                />
              ) : (
                <TargetRow target={row.target} onNavigate={onNavigate} />
              )}
            </li>
          ))}
        </ul>
      </div>
      {follower}
    </>
  );
}

type NamespaceRowProps = {
  namespace: string;
  count: number;
  isOpen: boolean;
  onToggle: (namespace: string, isOpen: boolean) => void;
};

// Memoized so that rows re-render only if they changed while more pages of targets load.
const NamespaceRow = memo(function NamespaceRow({ namespace, count, isOpen, onToggle }: NamespaceRowProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => onToggle(namespace, isOpen)}
      title={namespace}
      className="flex h-7 w-full items-center gap-1.5 rounded-sm px-1.5 text-left font-medium text-ink-2 -outline-offset-2 hover:bg-sunken hover:text-ink"
    >
      <Icon
        name="chevronRight"
        size={14}
        className={classNames('text-ink-3 transition-transform duration-100', isOpen && 'rotate-90')}
      />
      <bdi className="min-w-0 flex-1 truncate">{namespace}</bdi>
      <span aria-label={`${count} targets`} className="text-small font-normal text-ink-3">
        {count}
      </span>
    </button>
  );
});

type TargetRowProps = { target: ListedTarget; onNavigate?: (() => void) | undefined };

const TargetRow = memo(function TargetRow({ target, onNavigate }: TargetRowProps) {
  return (
    <NavLink
      to={paths.target(target.namespace, target.name)}
      {...(onNavigate && { onClick: onNavigate })}
      title={target.name}
      className={({ isActive }) =>
        classNames(
          'ml-3 flex h-7 items-center gap-2 border-l pr-1.5 pl-4.5 -outline-offset-2',
          isActive
            ? 'border-accent bg-accent-soft font-medium text-accent-strong'
            : 'text-ink-2 hover:bg-sunken hover:text-ink',
        )
      }
    >
      <bdi className="min-w-0 flex-1 truncate">{target.name}</bdi>
      {target.autonomous ? <Icon name="autonomous" size={13} label="Autonomous" className="text-autonomous" /> : null}
    </NavLink>
  );
});
