import { formatWholePercent, targetKey } from '@trimtab/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../browser/paths.ts';
import { StatusCell } from '../../table/cells/StatusCell.tsx';
import { useDrawnRows } from '../../table/use-drawn-rows.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ChangeText, IncidentCount, NetMoney, type Selection } from './target-list-columns.tsx';
import type { Slot } from './use-target-list.ts';

/** Pixels; the same for all cards, so that only those in view are drawn. */
const cardHeight = 152;
const skeletons: readonly Slot[] = [0, 1, 2, 3].map((index) => ({ index, target: null }));

type TargetCardsProps = {
  /** Null while the first page is loading. */
  rows: readonly Slot[] | null;
  selection: Selection;
  onDrawn: (from: number, to: number) => void;
};

/** The list on a narrow screen: one card for each target, with the money first. */
export function TargetCards({ rows, selection, onDrawn }: TargetCardsProps) {
  const list = useRef<HTMLUListElement>(null);
  const shown = rows ?? skeletons;
  const { from, to, follower } = useDrawnRows({
    count: shown.length,
    rowHeight: cardHeight,
    list,
    scroll: 'page',
    shortCount: 20,
  });
  useEffect(() => onDrawn(from, to), [onDrawn, from, to]);
  return (
    <>
      <ul ref={list} aria-label="Targets" aria-busy={rows === null}>
        <li aria-hidden="true" style={{ height: from * cardHeight }} />
        {shown.slice(from, to).map((slot) => (
          <li key={slot.index} className="border-b px-4 py-3 last:border-b-0" style={{ height: cardHeight }}>
            <TargetCard slot={slot} selection={selection} />
          </li>
        ))}
        <li aria-hidden="true" style={{ height: (shown.length - to) * cardHeight }} />
      </ul>
      {follower}
    </>
  );
}

function TargetCard({ slot: { target }, selection }: { slot: Slot; selection: Selection }) {
  if (target === null) return <Skeleton className="h-4 w-3/5" />;
  const { namespace, name, kind, status, cpu_utilization, memory_utilization, oom_kills, restarts } = target;
  return (
    <div className="flex h-full flex-col gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-lead">
          <NetMoney hourly={target.net_hourly_savings} /> <span className="text-small text-ink-3">a year, net</span>
        </span>
        <Checkbox
          aria-label={`Select ${namespace}/${name}`}
          checked={selection.selected.has(targetKey(target))}
          onChange={() => selection.toggle(target)}
        />
      </div>
      <p className="flex min-w-0 flex-col leading-5">
        <Link to={paths.target(namespace, name)} className="truncate font-medium hover:text-accent hover:underline">
          <bdi>{name}</bdi>
        </Link>
        <span className="truncate text-small text-ink-3">
          <bdi>{namespace}</bdi> · {kind} · {target.mode}
        </span>
      </p>
      <div className="grid grid-cols-2 items-start gap-x-3">
        <div className="flex min-w-0 flex-col gap-0.5">
          <StatusCell status={status} />
          <span className="truncate text-small text-ink-2 tabular-nums">
            CPU {formatWholePercent(cpu_utilization)} · Mem {formatWholePercent(memory_utilization)}
          </span>
        </div>
        <div className="flex min-w-0 flex-col gap-0.5">
          <ChangeText target={target} />
          <span className="truncate text-small text-ink-3">
            <IncidentCount count={oom_kills} isSerious /> OOM · <IncidentCount count={restarts} isSerious={false} />{' '}
            restarts
          </span>
        </div>
      </div>
    </div>
  );
}
