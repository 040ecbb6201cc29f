import { type NamespaceGroup, targetKey } from '@trimtab/core';
import { type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useKnownStatuses } from '../../../api/known-statuses.ts';
import type { ListedTarget } from '../../../api/listed-targets.ts';
import { paths } from '../../../browser/paths.ts';
import { useNavigate } from '../../../browser/router.tsx';
import { useDrawnRows } from '../../../table/use-drawn-rows.ts';
import { FilterBox } from './FilterBox.tsx';
import { filterGroups } from './filter-groups.ts';
import { NamespaceRow, TargetRow } from './NamespaceRows.tsx';
import { useOpenNamespace } from './use-open-namespace.ts';

const rowHeight = 28;

type TargetGroup = NamespaceGroup<ListedTarget>;

type Row =
  | { group: TargetGroup; isOpen: boolean; target: null }
  | { group: TargetGroup; isOpen: true; target: ListedTarget };

function rowsOf<Group extends TargetGroup>(groups: readonly Group[], isOpen: (group: Group) => boolean): Row[] {
  return groups.flatMap((group): Row[] =>
    isOpen(group)
      ? [
          { group, isOpen: true, target: null },
          ...group.targets.map((target): Row => ({ group, isOpen: true, target })),
        ]
      : [{ group, isOpen: false, target: null }],
  );
}

type NamespaceListProps = { groups: readonly TargetGroup[]; onNavigate?: (() => void) | undefined };

/** The accordion of namespaces. With a filter, it shows all targets that match instead. */
export function NamespaceList({ groups, onNavigate }: NamespaceListProps) {
  const [text, setText] = useState('');
  const filter = useDeferredValue(text.trim());
  const { current, open, toggle } = useOpenNamespace(groups);
  const found = useFoundRows(groups, filter);
  const rows = useMemo(
    () => found?.rows ?? rowsOf(groups, ({ namespace }) => namespace === open),
    [found, groups, open],
  );
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const currentRow = rows.findIndex(({ target }) => target !== null && target.key === current);
  useReveal(list, filter === '' ? { row: currentRow, why: current } : { row: 0, why: filter });
  const openFirst = () => {
    const first = found?.rows.find(({ target }) => target !== null)?.target;
    if (!first) return;
    onNavigate?.();
    navigate(paths.target(first.namespace, first.name));
  };
  return (
    <>
      <FilterBox text={text} onText={setText} list={list} onEnter={openFirst} />
      {rows.length === 0 && filter !== '' ? (
        <output className="block px-4 pb-2 text-small text-ink-3">No namespace or target matches.</output>
      ) : null}
      <Rows list={list} rows={rows} onToggle={found?.toggle ?? toggle} onNavigate={onNavigate} />
    </>
  );
}

/**
 * The rows that match a filter; null without a filter. Namespaces with matching targets are open until the user closes
 * them.
 */
function useFoundRows(groups: readonly TargetGroup[], filter: string) {
  const [toggled, setToggled] = useState<{ filter: string; namespaces: ReadonlySet<string> } | null>(null);
  const toggle = useCallback(
    (namespace: string) =>
      setToggled((before) => {
        const known = before?.filter === filter ? before.namespaces : new Set<string>();
        return { filter, namespaces: known.symmetricDifference(new Set([namespace])) };
      }),
    [filter],
  );
  return useMemo(() => {
    if (filter === '') return null;
    const changed = toggled?.filter === filter ? toggled.namespaces : null;
    const found = filterGroups(groups, filter);
    return {
      rows: rowsOf(found, ({ namespace, hasFoundTargets }) => hasFoundTargets !== (changed?.has(namespace) ?? false)),
      toggle,
    };
  }, [groups, filter, toggled, toggle]);
}

/**
 * Scrolls the list so that a row is visible: when `why` changes, and when the row moves because more targets were
 * loaded.
 */
function useReveal(list: RefObject<HTMLElement | null>, { row, why }: { row: number; why: string | null }) {
  useEffect(() => {
    const box = list.current;
    if (box === null || row < 0 || why === null) return;
    const top = row * rowHeight;
    if (top < box.scrollTop || top + rowHeight > box.scrollTop + box.clientHeight)
      box.scrollTo({ top: top - box.clientHeight / 3 });
  }, [list, row, why]);
}

type RowsProps = {
  list: RefObject<HTMLDivElement | null>;
  rows: readonly Row[];
  onToggle: (namespace: string, isOpen: boolean) => void;
  onNavigate?: (() => void) | undefined;
};

/** Draws only the visible rows. */
function Rows({ list, rows, onToggle, onNavigate }: RowsProps) {
  const statuses = useDeferredValue(useKnownStatuses());
  const { from, to } = useDrawnRows({ count: rows.length, rowHeight, list, scroll: 'box' });
  return (
    <div ref={list} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-3">
      <ul aria-label="Namespaces" className="relative" style={{ height: rows.length * rowHeight }}>
        {rows.slice(from, to).map(({ group, isOpen, target }, index) => {
          const status = target === null ? undefined : statuses.get(targetKey(target));
          return (
            <li
              key={target === null ? group.namespace : target.key}
              className="absolute inset-x-0"
              style={{ top: (from + index) * rowHeight, height: rowHeight }}
            >
              {target === null ? (
                <NamespaceRow
                  namespace={group.namespace}
                  count={group.targets.length}
                  isOpen={isOpen}
                  onToggle={onToggle}
                />
              ) : (
                <TargetRow target={target} severity={status?.severity} status={status?.label} onNavigate={onNavigate} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
