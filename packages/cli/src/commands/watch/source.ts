import {
  arrangeKpis,
  compareText,
  createRetryBudget,
  formatDate,
  searchTargets,
  type TargetListItem,
  targetKey,
} from '@trimtab/core';
import type { Context } from '../../context.ts';
import { openClient } from '../../http/client.ts';
import { lazyFetch } from '../../http/fetch.ts';
import { stillComputing } from '../../output/present.ts';
import { type TextColumn, table } from '../../output/table.ts';
import { describeFailure } from '../../report.ts';
import { sumKpis } from '../../services/kpis-list.ts';
import { readingNotes } from '../../services/reading-progress.ts';
import { getTarget } from '../../services/target-get.ts';
import { readTargetList, sortTargets } from '../../services/targets-list.ts';
import type { LiveReading, WatchSource } from '../../ui/watch/Watch.tsx';
import { kpiNotes, kpiTile } from '../kpis/columns.ts';
import type { Scope } from '../scope.ts';
import { targetBlocks } from '../target/screen.ts';
import { liveColumns } from '../targets/columns.ts';

/** Adds an arrow to the header of the sorted column. */
function withSortArrow(
  columns: readonly TextColumn<TargetListItem>[],
  { field, direction }: Parameters<LiveReading['rows']>[1],
) {
  const id = field === 'cost' ? 'hourly_waste_savings' : field;
  const arrow = direction === 'ascending' ? '↑' : '↓';
  return columns.map((column) => (column.id === id ? { ...column, header: `${column.header} ${arrow}` } : column));
}

/** Caches the last result, so that moving the selection does not sort ten thousand rows again. */
function cacheLast(rows: LiveReading['rows']): LiveReading['rows'] {
  let last: { key: string; rows: ReturnType<LiveReading['rows']> } | null = null;
  return (filter, sort) => {
    const key = JSON.stringify([filter, sort.field, sort.direction]);
    if (last?.key !== key) last = { key, rows: rows(filter, sort) };
    return last.rows;
  };
}

export function watchSource(context: Context, { namespaces, clusters }: Scope): WatchSource {
  const columns = liveColumns(namespaces?.length !== 1);
  const shared = { fetch: lazyFetch(context.http), retries: createRetryBudget() };
  /** Its calls are canceled by the signal. All these clients share the connections and the limit of retries. */
  const clientFor = (signal: AbortSignal) => openClient({ ...context, signal }, shared);
  /** Every target read so far: one that was removed meanwhile may still be open in the detail view. */
  const known = new Map<string, TargetListItem>();
  return {
    title: `Trimtab · ${(namespaces ?? clusters)?.join(', ') ?? 'all namespaces'} · ${context.api}`,
    empty: 'No targets yet.',
    color: context.color,
    clock: () => formatDate(context.now(), 'HH:mm'),
    explain: (error) => `${describeFailure(error, context.api).message} Retrying every ten seconds.`,
    read: async (signal) => {
      const client = clientFor(signal);
      const [kpis, { items: targets, ...list }] = await Promise.all([
        sumKpis(client, { namespaces, clusters }),
        readTargetList(client, { namespace: namespaces, clusters, mode: null, sort: 'name', limit: null }),
      ]);
      const tiles = arrangeKpis(kpis.items);
      const computing = kpis.computing || list.computing;
      // One line that is cut at its end, so the notes that concern most figures come first.
      const notes = new Set([
        ...(list.incomplete === null ? [] : [list.incomplete]),
        ...stillComputing({ computing }, true),
        ...(computing ? await readingNotes(client, namespaces === null ? kpis : undefined) : []),
        ...kpis.incomplete,
        ...kpiNotes(tiles),
      ]);
      for (const target of targets) known.set(targetKey(target), target);
      return {
        tiles: tiles.map(kpiTile),
        problem: notes.size === 0 ? null : [...notes].join(' '),
        rows: cacheLast((filter, sort) => {
          const found = filter.trim() === '' ? targets : searchTargets(targets, filter);
          const sorted = sortTargets(found, sort);
          return { keys: sorted.map(targetKey), table: table(sorted, withSortArrow(columns, sort)) };
        }),
      };
    },
    detail: async (key, signal) => {
      const { namespace: of = '', name = '' } = known.get(key) ?? {};
      const detail = await getTarget(clientFor(signal), { namespace: of, name }, { now: context.now() });
      const notes = [detail.missingText ?? [], ...detail.failures].flat().toSorted(compareText);
      const paragraphs = notes.map((text) => ({ kind: 'paragraph' as const, title: 'Note', text }));
      return [...targetBlocks(detail, context.now()), ...paragraphs];
    },
  };
}
