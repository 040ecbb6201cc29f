import { arrangeKpis, compareText, formatDate, nextSort, searchTargets, type TargetListItem } from '@trimtab/core';
import type { Context } from '../../context.ts';
import { type Column, table } from '../../output/table.ts';
import { describeFailure } from '../../report.ts';
import { getTarget } from '../../services/target-get.ts';
import { sortTargets } from '../../services/targets-list.ts';
import { readSnapshot } from '../../services/watch-read.ts';
import type { Reading, WatchSource } from '../../ui/watch/Watch.tsx';
import { kpiTile } from '../kpis/columns.ts';
import { targetBlocks } from '../target/screen.ts';
import { liveColumns } from '../targets/columns.ts';

/** Any sign may be in a name, whatever Kubernetes says: the parts are told apart by their quotes. */
const keyOf = ({ namespace, name }: TargetListItem): string => JSON.stringify([namespace, name]);

/** The column that is sorted by says which way. */
function marked(columns: readonly Column<TargetListItem>[], { field, direction }: Parameters<Reading['rows']>[1]) {
  const id = field === 'cost' ? 'hourly_waste_savings' : field;
  const arrow = direction === 'ascending' ? '↑' : '↓';
  return columns.map((column) => (column.id === id ? { ...column, header: `${column.header} ${arrow}` } : column));
}

/** Keeps what was asked for last: a key that only moves the selection must not sort ten thousand rows again. */
function keepingLast(rows: Reading['rows']): Reading['rows'] {
  let last: { asked: string; shown: ReturnType<Reading['rows']> } | null = null;
  return (filter, sort) => {
    const asked = JSON.stringify([filter, sort.field, sort.direction]);
    if (last?.asked !== asked) last = { asked, shown: rows(filter, sort) };
    return last.shown;
  };
}

/** Connects the live view with the API. */
export function watchSource(context: Context, namespace: string | null): WatchSource {
  const columns = liveColumns(namespace === null);
  /** Every target that was ever read: one that has gone meanwhile may still be open. */
  const known = new Map<string, TargetListItem>();
  return {
    title: `Trimtab · ${namespace ?? 'all namespaces'} · ${context.api}`,
    empty: 'No targets yet.',
    color: context.color,
    nextSort,
    clock: () => formatDate(context.now(), 'HH:mm'),
    explain: (error) => `${describeFailure(error, context.api).message} It is tried again every ten seconds.`,
    read: async (signal) => {
      const { kpis, targets, incomplete } = await readSnapshot(await context.client(), { namespace, signal });
      for (const target of targets) known.set(keyOf(target), target);
      return {
        tiles: arrangeKpis(kpis).map(kpiTile),
        problem: incomplete,
        rows: keepingLast((filter, sort) => {
          const found = filter.trim() === '' ? targets : searchTargets(targets, filter);
          const sorted = sortTargets(found, sort);
          return { keys: sorted.map(keyOf), table: table(sorted, marked(columns, sort)) };
        }),
      };
    },
    detail: async (key, signal) => {
      const { namespace: of = '', name = '' } = known.get(key) ?? {};
      const detail = await getTarget(await context.client(), { namespace: of, name, signal, now: context.now() });
      const notes = [detail.missingText ?? [], ...detail.failures].flat().toSorted(compareText);
      const paragraphs = notes.map((text) => ({ kind: 'paragraph' as const, title: 'Note', text }));
      return [...targetBlocks(detail, context.now()), ...paragraphs];
    },
  };
}
