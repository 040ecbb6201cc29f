import {
  type ClusterTarget,
  type ClusterTargetSortField,
  type Severity,
  type SortDirection,
  type TargetView,
} from '@trimtab/core';
import { createTimeSlices } from '../event-loop/time-slices.ts';
import { isUnder } from './kpis.ts';
import { comparing, listItem, type SortKey } from './target-list.ts';
import type { ListRow } from './target-row.ts';

/** An entry of the list of all targets. The item of the answer is created only for the entries of a page. */
export type ListedTarget = {
  readonly row: ListRow;
  readonly views: ReadonlySet<TargetView>;
  /** Null when unknown. */
  readonly oomKills: number | null;
  readonly restarts: number | null;
  /** In milliseconds; null without a change. */
  readonly lastChange: number | null;
};

/** Undefined when unknown. */
export type Labels = Readonly<Record<string, string>> | undefined;

export type TargetOrder = { readonly field: ClusterTargetSortField; readonly direction: SortDirection };

/**
 * `incidents`: those of the last 7 days; null when unknown. `changedAt`: undefined without a recorded change; the time of the
 * current suggestion is used instead.
 */
export function listedTarget(
  row: ListRow,
  incidents: { readonly oomKills: number; readonly restarts: number } | null,
  changedAt: number | undefined,
): ListedTarget {
  const isAtRisk = (incidents?.oomKills ?? 0) > 0 || isUnder(row) || row.lacksMemory;
  const saves = (row.netHourlySavings ?? 0) > 0;
  const needsAttention = row.status.severity === 'high' || row.recommendation.type === 'error';
  return {
    row,
    views: viewsOf(Number(isAtRisk) + 2 * Number(saves) + 4 * Number(needsAttention)),
    oomKills: incidents?.oomKills ?? null,
    restarts: incidents?.restarts ?? null,
    lastChange: changedAt ?? row.publishedAt,
  };
}

const viewNames = ['at-risk', 'savings', 'attention'] as const;
const viewSets = Array.from({ length: 2 ** viewNames.length }, (_, bits) => {
  return new Set(viewNames.filter((_name, place) => (bits >> place) % 2 === 1));
});
const noViews: ReadonlySet<TargetView> = new Set();

/** The same object for the same views. */
const viewsOf = (bits: number): ReadonlySet<TargetView> => viewSets[bits] ?? noViews;

const figuresPerEntry = 3;
/** Asking for the time costs more than an entry. */
const entriesPerStep = 128;

/** Entries in an order: their indices, and the key of each entry by index. */
export type Sorted = { readonly keys: readonly SortKey[]; readonly order: Uint32Array };

/**
 * The entries of these rows, in columns: each replica has one for every target, and as objects they would take several
 * times the memory. An object is created when an entry is read.
 */
export class ListedTargets {
  readonly rows: readonly ListRow[];
  readonly #views: Uint8Array;
  readonly #figures: Float64Array;

  private constructor(rows: readonly ListRow[]) {
    this.rows = rows;
    this.#views = new Uint8Array(rows.length);
    this.#figures = new Float64Array(rows.length * figuresPerEntry);
  }

  /** Other requests are answered while many entries are computed. */
  static async of(rows: readonly ListRow[], entryOf: (row: ListRow) => ListedTarget): Promise<ListedTargets> {
    const listed = new ListedTargets(rows);
    const yieldIfDue = createTimeSlices();
    for (const [index, row] of rows.entries()) {
      const { views, oomKills, restarts, lastChange } = entryOf(row);
      listed.#views[index] = viewSets.findIndex((one) => one === views);
      const at = index * figuresPerEntry;
      listed.#figures[at] = oomKills ?? Number.NaN;
      listed.#figures[at + 1] = restarts ?? Number.NaN;
      listed.#figures[at + 2] = lastChange ?? Number.NaN;
      if (index % entriesPerStep === 0) await yieldIfDue();
    }
    return listed;
  }

  at(index: number): ListedTarget {
    const at = index * figuresPerEntry;
    return {
      row: this.#row(index),
      views: viewsOf(this.#views[index] ?? 0),
      oomKills: figureAt(this.#figures, at),
      restarts: figureAt(this.#figures, at + 1),
      lastChange: figureAt(this.#figures, at + 2),
    };
  }

  /**
   * The entries in this order. `before`: the same order of earlier entries of the same targets. Only entries whose key has
   * changed since are sorted: the rest of the indices is one run for the sort, which it merges with them.
   */
  sorted({ field, direction }: TargetOrder, before: Sorted | null): Sorted {
    const key = sortKeys[field];
    const keys = this.rows.map((_, index) => key(this.at(index)));
    const hasMoved = (index: number): boolean => before === null || before.keys[index] !== keys[index];
    const moved = [...keys.keys()].filter(hasMoved);
    if (before !== null && moved.length === 0) return before;
    const entry = (index: number) => ({ index, key: keys[index] ?? null, record: this.#row(index).record });
    const kept = Array.from(before?.order.filter((index) => !hasMoved(index)) ?? [], entry);
    const sorted = [...kept, ...moved.map(entry)].toSorted(comparing(direction));
    return { keys, order: Uint32Array.from(sorted, ({ index }) => index) };
  }

  #row(index: number): ListRow {
    const row = this.rows[index];
    if (row === undefined) throw new RangeError(`The list has no entry ${index}.`);
    return row;
  }
}

/** NaN stands for unknown. */
export function figureAt(figures: Float64Array, at: number): number | null {
  const figure = figures[at];
  return figure === undefined || Number.isNaN(figure) ? null : figure;
}

export const clusterTarget = ({
  row,
  oomKills,
  restarts,
  labels,
  lastChange,
}: ListedTarget & { readonly labels: Labels }): ClusterTarget => ({
  ...listItem(row),
  kind: row.record.kind,
  oom_kills: oomKills,
  restarts,
  change: row.change,
  hourly_cost: row.costs.now,
  last_change: lastChange === null ? null : new Date(lastChange).toISOString(),
  ...(labels === undefined ? {} : { labels }),
});

const severityRanks: Readonly<Record<Severity, number>> = { low: 0, medium: 1, high: 2 };

/** The value by which each sort orders the list. */
const sortKeys: Readonly<Record<ClusterTargetSortField, (listed: ListedTarget) => SortKey>> = {
  name: ({ row }) => row.record.name,
  namespace: ({ row }) => row.record.namespace,
  kind: ({ row }) => row.record.kind,
  status: ({ row }) => severityRanks[row.status.severity],
  cpu: ({ row }) => row.health.utilization.cpu,
  memory: ({ row }) => row.health.utilization.memory,
  oom_kills: ({ oomKills }) => oomKills,
  restarts: ({ restarts }) => restarts,
  change: ({ row: { costs } }) => (costs.now === null || costs.advised === null ? null : costs.advised / costs.now),
  net: ({ row }) => row.netHourlySavings,
  mode: ({ row }) => row.mode,
  last_change: ({ lastChange }) => lastChange,
};
