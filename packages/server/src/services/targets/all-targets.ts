import { dayMs, type LabelSelector, matchesLabels, type TargetView, targetKey, workloadKey } from '@trimtab/core';
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../get-or-insert.ts';
import {
  fromSource,
  isAbort,
  type Page,
  problemsIn,
  type RequestContext,
  SourceError,
  type TargetRecord,
  type WorkloadIdentity,
  type WorkloadIncidents,
} from '../../ports/index.ts';
import { isEqual } from '../cache/deep-equal.ts';
import { writtenOnce } from '../cache/json-text.ts';
import { PerPrincipal } from '../cache/per-principal.ts';
import type { Changes } from '../changes/changes.ts';
import { pause } from '../event-loop/pause.ts';
import type { IndexedListing, LabelsListing, Sources } from '../sources/sources.ts';
import {
  clusterTarget,
  type Labels,
  type ListedTarget,
  ListedTargets,
  listedTarget,
  type Sorted,
  type TargetOrder,
} from './listed-target.ts';
import { createPagination, type Keys, type PagingOptions } from './pagination.ts';
import type { Lists } from './snapshot.ts';
import type { ListRow } from './target-row.ts';

export type TargetQuery = {
  /** Identifies the list: all parameters except those that select a page. */
  readonly list: string;
  readonly view: TargetView;
  /** Whose problems are listed; null for all. */
  readonly clusters: readonly string[] | null;
  /** Null selects all targets. */
  readonly labels: LabelSelector | null;
  /** All other conditions. */
  readonly matches: (listed: ListedTarget) => boolean;
  readonly order: TargetOrder;
  readonly page: Page;
};

/** How long a list waits for data that it can also be shown without. */
const waitMs = 500;
const incidentsMs = 7 * dayMs;
/** The maximum number of items in lists from which pages are read. */
const mostListed = 40_000;
/** The maximum number of entries in the lists of all principals. The rows that replicas share are small. */
const mostEntries = { ofOwnRows: 40_000, ofSharedRows: 200_000 };

/** The parts that are read separately from the snapshot; null when unknown. */
type Extras = {
  readonly incidents: IndexedListing<WorkloadIncidents> | null;
  readonly labels: LabelsListing | null;
  /** The time of the newest recorded change, for each target that has one. */
  readonly changed: ReadonlyMap<string, number>;
};
type Listed = Extras & {
  readonly all: ListedTargets;
  readonly orders: Orders;
  /** Those of the list before, if it had the same targets. */
  readonly before: Orders | null;
  readonly selected: LRUCache<string, Selected>;
};
/** What a list takes over from the one before, so it contains no rows. */
type Orders = {
  readonly sorted: LRUCache<string, Sorted>;
  readonly shown: LRUCache<string, ShownOrder>;
};
/** The targets that a selection shows, in its order. */
type ShownOrder = { readonly records: readonly TargetRecord[]; readonly keys: Keys };
type Selected = ReturnType<typeof select> & { readonly keys: Keys };

/** The maximum number of selections of a list in memory, each with its order. */
const mostSelections = 4;
/** The maximum number of orders of all targets in memory. An order is smaller than a selection and takes longer to compute. */
const mostSorted = 12;

const keyOf = ({ record }: ListRow) => workloadKey(record);

/** The targets of all namespaces. The list and each of its orders are computed once per snapshot. */
export function createAllTargets(
  lists: Lists,
  sources: Pick<Sources, 'incidents' | 'labels'>,
  changes: Pick<Changes, 'newest'>,
  { clock, shared }: Pick<PagingOptions, 'clock' | 'shared'>,
) {
  const paginate = createPagination<ListRow>({ name: 'all targets', clock, shared, mostItems: mostListed, keyOf });
  // Incidents and labels may be others for each principal.
  const principals = new PerPrincipal(clock, createNewestList, {
    weigh: ({ size }) => size(),
    mostWeight: shared === undefined ? mostEntries.ofOwnRows : mostEntries.ofSharedRows,
  });
  const once = shownOnce();
  return async (query: TargetQuery, context: RequestContext) => {
    const { list, labels: selector, page, clusters } = query;
    const snapshot = await lists.current(context);
    const rows = await snapshot.all();
    const { namespaces, problems } = snapshot;
    const labelsRead = sources.labels(namespaces, context);
    // Wait for the labels, because without them a list that is filtered by labels would be empty.
    if (selector !== null && labelsRead !== null) await fromSource('cluster', labelsRead);
    const [incidents, labels, changed] = await Promise.all([
      soon('Out-of-memory kills and restarts', sources.incidents(namespaces, incidentsMs, context)),
      soon('Labels', labelsRead),
      changes.newest(),
    ]);
    const extras = { incidents: incidents.value, labels: labels.value, changed };
    const newest = { rows, namespaces, problems, extras, at: clock.now() };
    const listed = await principals.of(context.principal).of(newest);
    principals.trim();
    const { shown, counts, totals, areComing, keys } = getOrInsert<string, Selected>(listed.selected, list, () => {
      const selected = select(listed, query);
      return { ...selected, keys: shownOrder(listed, list, selected.shown).keys };
    });
    const find = (key: string) => snapshot.row(workloadOf(key));
    const { shown: onPage, total } = await paginate(list, context, shown, page, { ofKeys: { keys, find } });
    const unlabeled = selector !== null && labelsRead === null ? ['The labels of workloads are not known here.'] : [];
    const others = problemsIn([...incidents.problems, ...labels.problems], clusters);
    const incomplete = [...new Set([...unlabeled, ...snapshot.problemsIn(clusters), ...others])];
    return {
      items: onPage.map((row) => written(once({ ...entryOf(row, listed), labels: listed.labels?.of(row.record) }))),
      total,
      counts,
      totals,
      ...(incidents.isLate || labels.isLate || areComing ? { computing: true } : {}),
      ...(incomplete.length === 0 ? {} : { incomplete }),
    };
  };
}

/** Up to this many targets, every change is in the next list. */
const fewTargets = 5_000;
/** The maximum age of a list that is shown while the next one is computed. */
const mostAgeMs = 30_000;

type Newest = {
  readonly rows: readonly ListRow[];
  readonly namespaces: readonly string[];
  readonly problems: readonly string[];
  readonly extras: Extras;
  /** When these were the newest rows, in milliseconds. */
  readonly at: number;
};

/** The list of a principal. While one of many targets is computed, the one before is shown, if it is not old. */
function createNewestList() {
  let shown: (Newest & { readonly listed: Listed }) | null = null;
  let computing: (Newest & { readonly done: Promise<Listed> }) | null = null;
  const compute = async (of: Newest): Promise<Listed> => {
    const all = await ListedTargets.of(of.rows, (row) => entryOf(row, of.extras));
    const before = shown !== null && haveSameTargets(shown.rows, of.rows) ? shown.listed.orders : null;
    const orders = {
      sorted: new LRUCache<string, Sorted>({ max: mostSorted }),
      shown: new LRUCache<string, ShownOrder>(atMost),
    };
    return { ...of.extras, all, orders, before, selected: new LRUCache<string, Selected>(atMost) };
  };
  return {
    size: (): number => shown?.rows.length ?? 0,
    async of(newest: Newest): Promise<Listed> {
      if (shown !== null && isSame(shown, newest)) {
        shown = { ...shown, at: newest.at };
        return shown.listed;
      }
      const mayWait = shown !== null && newest.rows.length > fewTargets && isNearlySame(shown, newest);
      if (computing === null || !(mayWait || isSame(computing, newest))) {
        const started = { ...newest, done: compute(newest) };
        computing = started;
        started.done
          .then((listed) => {
            if (computing === started) shown = { ...newest, listed };
          })
          .catch(() => undefined)
          .finally(() => {
            if (computing === started) computing = null;
          });
      }
      return mayWait && shown !== null ? shown.listed : computing.done;
    },
  };

  /** Whether the targets and settings are the same, the same parts are unknown, and less than 30 seconds lie between them. */
  function isNearlySame(a: Newest, b: Newest): boolean {
    const isKnown = ({ extras, problems }: Newest) => [...extraNames.map((name) => extras[name] !== null), ...problems];
    return a.namespaces === b.namespaces && isEqual(isKnown(a), isKnown(b)) && Math.abs(b.at - a.at) < mostAgeMs;
  }

  function isSame(a: Newest, b: Newest): boolean {
    return a.rows === b.rows && extraNames.every((name) => a.extras[name] === b.extras[name]);
  }
}

const extraNames = ['incidents', 'labels', 'changed'] as const;
const atMost = { max: mostSelections };

const haveSameTargets = (a: readonly ListRow[], b: readonly ListRow[]): boolean =>
  a.length === b.length && a.every(({ record }, index) => record === b[index]?.record);

/** The keys are the same function while the selection shows the same targets in the same order, so they are stored once. */
function shownOrder({ orders, before }: Listed, list: string, shown: readonly ListRow[]): ShownOrder {
  const last = before?.shown.get(list);
  const isSame =
    last?.records.length === shown.length && shown.every(({ record }, index) => record === last.records[index]);
  const order = isSame ? last : orderOf(shown.map(({ record }) => record));
  orders.shown.set(list, order);
  return order;
}

/**
 * Not created inside `shownOrder`: all functions that are created in one scope share its variables, so each order would keep
 * the previous one in memory.
 */
const orderOf = (records: readonly TargetRecord[]): ShownOrder => ({ records, keys: () => records.map(workloadKey) });

/** The inverse of `workloadKey`. */
function workloadOf(key: string): WorkloadIdentity {
  const parts = key.split('/');
  const [kind = '', name = ''] = parts.splice(-2);
  return { namespace: parts.join('/'), kind, name };
}

function entryOf(row: ListRow, { incidents, changed }: Extras): ListedTarget {
  const isUnknown = incidents === null || incidents.failed?.has(row.record.namespace) === true;
  const counted = isUnknown ? null : (incidents.byKey.get(workloadKey(row.record)) ?? none);
  return listedTarget(row, counted, changed.get(targetKey(row.record)));
}

type Shown = ListedTarget & { readonly labels: Labels };

/** Returns the entry that was shown before if it is equal, so that its text is written once. */
function shownOnce(): (entry: Shown) => Shown {
  const entries = new WeakMap<ListRow, Shown>();
  return (entry) => {
    const known = entries.get(entry.row);
    if (known !== undefined && isEqual(known, entry)) return known;
    entries.set(entry.row, entry);
    return entry;
  };
}

const written = writtenOnce(clusterTarget);

const none = { oomKills: 0, restarts: 0 };

function select(listed: Listed, { view, labels: selector, matches, order }: TargetQuery) {
  const shown: ListRow[] = [];
  const counts = { at_risk: 0, savings: 0, attention: 0, all: 0 };
  let computed = 0;
  for (const index of inOrder(listed, order)) {
    const one = listed.all.at(index);
    const { row, views } = one;
    if (!matches(one)) continue;
    if (selector !== null && !matchesLabels(selector, listed.labels?.of(row.record) ?? {})) continue;
    counts.all += 1;
    if (views.has('at-risk')) counts.at_risk += 1;
    if (views.has('savings')) counts.savings += 1;
    if (views.has('attention')) counts.attention += 1;
    // Counted over all views, because a target that is still being computed may later belong to this one.
    if (!row.isComing) computed += 1;
    if (view === 'all' || views.has(view)) shown.push(row);
  }
  return {
    shown,
    counts,
    totals: { ...totalsOf(shown), computed, targets: counts.all },
    areComing: computed < counts.all,
  };
}

function inOrder({ all, orders, before }: Listed, order: TargetOrder): Uint32Array {
  const name = `${order.direction} ${order.field}`;
  return getOrInsert<string, Sorted>(orders.sorted, name, () => all.sorted(order, before?.sorted.get(name) ?? null))
    .order;
}

type Soon<T> = { readonly value: T | null; readonly problems: readonly string[]; readonly isLate: boolean };

/** Waits only briefly. An answer that arrives later is used by the next list. A failure becomes a sentence. */
async function soon<T extends { readonly problems: readonly string[] }>(
  what: string,
  answer: Promise<T> | null,
): Promise<Soon<T>> {
  if (answer === null) return { value: null, problems: [], isLate: false };
  const late = { value: null, problems: [`${what} are still being read.`], isLate: true };
  const settled = answer.then(
    (value): Soon<T> => ({ value, problems: value.problems, isLate: false }),
    (error: unknown): Soon<T> => {
      if (isAbort(error)) throw error;
      const reason = error instanceof SourceError ? error.message : 'Their source failed unexpectedly.';
      return { value: null, problems: [`${what} are unknown: ${reason}`], isLate: false };
    },
  );
  return Promise.race([settled, pause(waitMs).then(() => late)]);
}

function totalsOf(rows: readonly ListRow[]) {
  const [cost, savings] = [new Sum(), new Sum()];
  for (const { costs, netHourlySavings } of rows) {
    cost.add(costs.now);
    savings.add(netHourlySavings);
  }
  return { hourly_cost: cost.value, net_hourly_savings: savings.value };
}

/** Null if there are values, and none of them is known. */
class Sum {
  #total = 0;
  #known = 0;
  #all = 0;

  add(value: number | null): void {
    this.#all += 1;
    if (value === null) return;
    this.#known += 1;
    this.#total += value;
  }

  get value(): number | null {
    return this.#known === 0 && this.#all > 0 ? null : this.#total;
  }
}
