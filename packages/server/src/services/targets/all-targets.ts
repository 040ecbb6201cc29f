import { dayMs, type LabelSelector, matchesLabels, type TargetView, targetKey, workloadKey } from '@trimtab/core';
import { getOrInsert } from '../../get-or-insert.ts';
import {
  type Clock,
  fromSource,
  isAbort,
  type Page,
  problemsIn,
  type RequestContext,
  type Shared,
  SourceError,
  type WorkloadIncidents,
} from '../../ports/index.ts';
import { isEqual } from '../cache/deep-equal.ts';
import { writtenOnce } from '../cache/json-text.ts';
import type { Changes } from '../changes/changes.ts';
import { pause } from '../event-loop/pause.ts';
import type { IndexedListing, LabelsListing, Sources } from '../sources/sources.ts';
import {
  clusterTarget,
  type Labels,
  type ListedTarget,
  ListedTargets,
  listedTarget,
  type TargetOrder,
} from './listed-target.ts';
import { createPagination } from './pagination.ts';
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

/** The parts that are read separately from the snapshot; null when unknown. */
type Extras = {
  readonly incidents: IndexedListing<WorkloadIncidents> | null;
  readonly labels: LabelsListing | null;
  /** The time of the newest recorded change, for each target that has one. */
  readonly changed: ReadonlyMap<string, number>;
};
type Listed = Extras & {
  readonly all: ListedTargets;
  readonly sorted: Map<string, Uint32Array>;
  /** The newest selection, because its pages are usually read one after the other. */
  selected: Selected | null;
};
type Selected = ReturnType<typeof select> & { readonly list: string };

const keyOf = ({ record }: ListRow) => workloadKey(record);

/** The targets of all namespaces. The list and each of its orders are computed once per snapshot. */
export function createAllTargets(
  lists: Lists,
  sources: Sources,
  changes: Pick<Changes, 'newest'>,
  { clock, shared }: { readonly clock: Clock; readonly shared: Shared | undefined },
) {
  const paginate = createPagination<ListRow>({ clock, shared, mostItems: mostListed, keyOf });
  const cache = new WeakMap<readonly ListRow[], Listed>();
  const listedOf = (rows: readonly ListRow[], extras: Extras): Listed => {
    const { incidents, labels, changed } = extras;
    const known = cache.get(rows);
    if (known?.incidents === incidents && known.labels === labels && known.changed === changed) return known;
    const all = new ListedTargets(rows, (row) => entryOf(row, extras));
    const listed = { ...extras, all, sorted: new Map(), selected: null };
    cache.set(rows, listed);
    return listed;
  };
  const once = shownOnce();
  return async (query: TargetQuery, context: RequestContext) => {
    const { list, labels: selector, page, clusters } = query;
    const snapshot = await lists.current(context);
    const rows = await snapshot.all();
    const { namespaces } = snapshot;
    const labelsRead = sources.labels(namespaces, context);
    // Wait for the labels, because without them a list that is filtered by labels would be empty.
    if (selector !== null && labelsRead !== null) await fromSource('cluster', labelsRead);
    const [incidents, labels, changed] = await Promise.all([
      soon('Out-of-memory kills and restarts', sources.incidents(namespaces, incidentsMs, context)),
      soon('Labels', labelsRead),
      changes.newest(),
    ]);
    const listed = listedOf(rows, { incidents: incidents.value, labels: labels.value, changed });
    if (listed.selected?.list !== list) listed.selected = { list, ...select(listed, query) };
    const { shown, counts, totals, areComing } = listed.selected;
    const { shown: onPage, total } = await paginate(list, context, shown, page, rows);
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

const inOrder = ({ all, sorted }: Listed, order: TargetOrder): Uint32Array =>
  getOrInsert(sorted, `${order.direction} ${order.field}`, () => all.sorted(order));

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

/** A sum is null if none of its values is known. */
function totalsOf(rows: readonly ListRow[]) {
  const sum = (figure: (row: ListRow) => number | null) => {
    const known = rows.flatMap((row) => figure(row) ?? []);
    return known.length === 0 && rows.length > 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  return {
    hourly_cost: sum(({ costs }) => costs.now),
    net_hourly_savings: sum(({ netHourlySavings }) => netHourlySavings),
  };
}
