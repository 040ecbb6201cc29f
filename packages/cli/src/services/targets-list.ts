import {
  ApiError,
  type Client,
  compareText,
  defaultSort,
  deriveMode,
  isInClusters,
  type Mode,
  nextSort,
  parseSort,
  type Sort,
  type SortField,
  type TargetListItem,
} from '@trimtab/core';
import { refuseUnknownNamespace } from './unknown-namespace.ts';

/** The number of namespaces that are read in parallel. It is fast and still a small load for the server. */
const maxParallelReads = 6;

type TargetsQuery = {
  /** Null for every namespace that has targets. */
  namespace: string | readonly string[] | null;
  /** Only namespaces of these clusters, if `namespace` is null. Absent: of all. */
  clusters?: readonly string[] | undefined;
  /** Null for both modes. */
  mode: Mode | null;
  /** As in the API: `+name`, `-cost`. `cost` without a sign starts with the highest, as in the console. */
  sort: string;
  /** Null for all targets. */
  limit: number | null;
};

type TargetsAnswer = {
  items: TargetListItem[];
  /** The number of all matching targets, regardless of the limit; null if unknown. */
  total: number | null;
  /** True while the server is still computing suggestions and the figures that depend on them. */
  computing: boolean;
  /** Why the list is incomplete; null if it is complete. */
  incomplete: string | null;
};

function modeOf(item: TargetListItem): Mode {
  return item.mode === 'Autonomous' ? 'Autonomous' : 'Recommendation';
}

type Order = (a: TargetListItem, b: TargetListItem) => number;

function compareCost(a: number | null, b: number | null, factor: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return (a - b) * factor;
}

const byNamespace: Order = (a, b) => compareText(a.namespace, b.namespace);
const byName: Order = (a, b) => compareText(a.name, b.name);

/**
 * Sorts as the API does. Names are sorted within each namespace, as in kubectl. Missing costs come last in both
 * directions. Equal rows are sorted by namespace and name.
 */
export function sortTargets(items: readonly TargetListItem[], { field, direction }: Sort): TargetListItem[] {
  const factor = direction === 'ascending' ? 1 : -1;
  const orders: Record<SortField, Order> = {
    name: (a, b) => byNamespace(a, b) || byName(a, b) * factor,
    mode: (a, b) => compareText(modeOf(a), modeOf(b)) * factor || byNamespace(a, b) || byName(a, b),
    cost: (a, b) =>
      compareCost(a.hourly_waste_savings ?? null, b.hourly_waste_savings ?? null, factor) ||
      byNamespace(a, b) ||
      byName(a, b),
  };
  return items.toSorted(orders[field]);
}

type NamespaceRows = {
  rows: TargetListItem[];
  computing: boolean;
  /** True if the server sent fewer rows than its total, or the same page twice. */
  isShort: boolean;
};

type RowsQuery = Parameters<Client['views']['namespaceTargetPages']>[0];

/** All rows of one namespace and mode. */
async function readRows(client: Client, query: RowsQuery): Promise<NamespaceRows> {
  const rows: TargetListItem[] = [];
  let [computing, isShort] = [false, false];
  for await (const page of client.views.namespaceTargetPages(query)) {
    for (const row of page.items) rows.push(row);
    computing ||= page.answer.computing === true;
    isShort = page.incomplete;
  }
  return { rows, computing, isShort };
}

/**
 * All rows of one namespace. The modes are requested separately unless this is our server (`large`), because some servers
 * have no list of both.
 */
async function readNamespace(
  client: Client,
  namespace: string,
  { mode, counts, large }: TargetsQuery & { counts?: ModeCounts | undefined; large?: boolean },
): Promise<NamespaceRows> {
  const wanted = mode === null ? modes.filter((one) => counts?.[one] !== 0) : [mode];
  const common = { namespace, sort: '+name', large };
  const queries: RowsQuery[] =
    large === true && wanted.length === modes.length
      ? [{ ...common, expected: counts && sumOf(counts) }]
      : wanted.map((one) => ({ ...common, managed: one === 'Autonomous', expected: counts?.[one] }));
  const lists = await Promise.all(queries.map((one) => readRows(client, one)));
  // A target whose mode changes during the read may be in both lists.
  const rows = new Map(lists.flatMap((list) => list.rows.map((row) => [row.name, row] as const)));
  return {
    rows: [...rows.values()],
    computing: lists.some(({ computing }) => computing),
    isShort: lists.some(({ isShort }) => isShort),
  };
}

const modes = ['Autonomous', 'Recommendation'] as const;
type ModeCounts = Record<Mode, number>;

/** The number of targets of the wanted modes in each namespace, from the list of all targets. */
async function countByNamespace(client: Client, { mode, clusters }: TargetsQuery) {
  const counts = new Map<string, ModeCounts>();
  const pages = client.targets.pages({});
  let [incomplete, large] = [false, false];
  for await (const page of pages) {
    for (const { namespace, spec } of page.items) {
      // Only our server sends a policy, and our server allows large pages.
      large ||= spec.limit_policy !== undefined;
      if (!isInClusters(namespace, clusters)) continue;
      const own = deriveMode(spec);
      if (mode !== null && own !== mode) continue;
      const known = counts.get(namespace) ?? { Autonomous: 0, Recommendation: 0 };
      counts.set(namespace, { ...known, [own]: known[own] + 1 });
    }
    incomplete = page.incomplete;
  }
  return { counts, incomplete, large };
}

const sumOf = (counts: ModeCounts | undefined): number => (counts?.Autonomous ?? 0) + (counts?.Recommendation ?? 0);

/** At most three names, so that the sentence stays short. */
export function fewNames(names: readonly string[]): string {
  const shown = names.toSorted(compareText).slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} others` : shown;
}

async function readAllNamespaces(client: Client, query: TargetsQuery): Promise<TargetsAnswer> {
  const { counts, incomplete, large } = await countByNamespace(client, query);
  const waiting = [...counts.keys()];
  const items: TargetListItem[] = [];
  const short: string[] = [];
  const refused = new Map<string, ApiError>();
  let computing = false;
  const readWaiting = async () => {
    for (let namespace = waiting.pop(); namespace !== undefined; namespace = waiting.pop()) {
      try {
        const own = counts.get(namespace);
        const answer = await readNamespace(client, namespace, { ...query, counts: own, large });
        if (answer.isShort || answer.rows.length < sumOf(own)) short.push(namespace);
        for (const row of answer.rows) items.push(row);
        computing ||= answer.computing;
      } catch (error) {
        if (!(error instanceof ApiError)) {
          waiting.length = 0;
          throw error;
        }
        refused.set(namespace, error);
      }
    }
  };
  await Promise.all(Array.from({ length: maxParallelReads }, readWaiting));
  // If only some namespaces fail, their rows are missing. If all fail, the first error is thrown.
  const [error] = refused.values();
  if (error !== undefined && refused.size === counts.size) throw error;
  const total = [...counts.values()].reduce((sum, count) => sum + sumOf(count), 0);
  return { items, total, computing, incomplete: whyIncomplete(incomplete, short, refused) };
}

function whyIncomplete(
  ended: boolean,
  short: readonly string[],
  refused: ReadonlyMap<string, ApiError>,
): string | null {
  const reasons: string[] = [];
  const [error] = refused.values();
  if (error !== undefined)
    reasons.push(`${fewNames([...refused.keys()])} could not be read (${error.message.replace(/[.]$/, '')})`);
  if (short.length > 0) reasons.push(`the API sent fewer targets than it has in ${fewNames(short)}`);
  if (ended) reasons.push('the API ended the list before all targets were sent');
  return reasons.length === 0 ? null : `The list is incomplete: ${reasons.join('; ')}.`;
}

async function readOneNamespace(client: Client, namespace: string, query: TargetsQuery): Promise<TargetsAnswer> {
  const { rows, isShort, ...facts } = await readNamespace(client, namespace, query);
  if (rows.length === 0) await refuseUnknownNamespace(client, namespace);
  const incomplete = whyIncomplete(false, isShort ? [namespace] : [], new Map());
  return { ...facts, items: rows, total: isShort ? null : rows.length, incomplete };
}

async function readNamespaces(client: Client, names: readonly string[], query: TargetsQuery): Promise<TargetsAnswer> {
  const answers = await Promise.all(names.map((name) => readOneNamespace(client, name, query)));
  const totals = answers.map(({ total }) => total).filter((total) => total !== null);
  const reasons = answers.flatMap(({ incomplete }) => incomplete ?? []);
  return {
    items: answers.flatMap(({ items }) => items),
    total: totals.length < names.length ? null : totals.reduce((sum, total) => sum + total, 0),
    computing: answers.some(({ computing }) => computing),
    incomplete: reasons.length === 0 ? null : reasons.join(' '),
  };
}

/** The rows of the console's home page: status, utilization, predicted need and yearly figure. */
export async function readTargetList(client: Client, query: TargetsQuery): Promise<TargetsAnswer> {
  const { namespace } = query;
  const answer =
    namespace === null
      ? await readAllNamespaces(client, query)
      : await readNamespaces(client, typeof namespace === 'string' ? [namespace] : namespace, query);
  const sort = query.sort === 'cost' ? nextSort(defaultSort, 'cost') : (parseSort(query.sort) ?? defaultSort);
  const sorted = sortTargets(answer.items, sort);
  return { ...answer, items: query.limit === null ? sorted : sorted.slice(0, query.limit) };
}
