import {
  type Client,
  compareText,
  defaultSort,
  deriveMode,
  type Mode,
  nextSort,
  parseSort,
  type Sort,
  type TargetListItem,
} from '@trimtab/core';

/** What the console asks for at once when it lists everything: a size that every server of this API serves. */
const PAGE_SIZE = 250;
/** Reads in flight while every namespace is walked: quick for us, harmless for the server. */
const IN_FLIGHT = 6;

export interface TargetsQuery {
  /** null: every namespace that has targets. */
  namespace: string | null;
  /** null: both. */
  mode: Mode | null;
  /** As the API writes it: `+name`, `-cost`. A bare `cost` is what a click on the console's header gives: highest first. */
  sort: string;
  /** null: all. */
  limit: number | null;
  signal: AbortSignal;
}

export interface TargetsAnswer {
  items: TargetListItem[];
  /** Why the list is known not to be whole; null when nothing speaks against it. */
  incomplete: string | null;
}

function modeOf(item: TargetListItem): Mode {
  return item.mode === 'Autonomous' ? 'Autonomous' : 'Recommendation';
}

function compareCost(a: number | null, b: number | null, factor: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return (a - b) * factor;
}

/** The API's order, over namespaces too: missing costs last in both directions, equal rows by namespace and name. */
export function sortTargets(items: readonly TargetListItem[], { field, direction }: Sort): TargetListItem[] {
  const factor = direction === 'ascending' ? 1 : -1;
  return items.toSorted((a, b) => {
    const byField =
      field === 'cost'
        ? compareCost(a.hourly_waste_savings ?? null, b.hourly_waste_savings ?? null, factor)
        : factor * (field === 'mode' ? compareText(modeOf(a), modeOf(b)) : compareText(a.name, b.name));
    return byField || compareText(a.namespace, b.namespace) || compareText(a.name, b.name);
  });
}

/** All rows of one namespace, page by page until a short one; rows that a moving list shows twice come once. */
async function walkNamespace(client: Client, namespace: string, query: TargetsQuery): Promise<TargetListItem[]> {
  const { mode, signal } = query;
  const rows = new Map<string, TargetListItem>();
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const { items } = await client.views.namespaceTargets(
      {
        namespace,
        ...(mode === null ? {} : { managed: mode === 'Autonomous' }),
        sort: '+name',
        offset,
        limit: PAGE_SIZE,
      },
      { signal },
    );
    const before = rows.size;
    for (const item of items) if (!rows.has(item.name)) rows.set(item.name, item);
    if (items.length < PAGE_SIZE || rows.size === before) return [...rows.values()];
  }
}

/** How many targets of the wanted mode the plain list counts in each namespace. */
async function countByNamespace(client: Client, { mode, signal }: TargetsQuery) {
  const counts = new Map<string, number>();
  const pages = client.targets.pages({ limit: PAGE_SIZE }, { signal });
  let incomplete = false;
  for await (const page of pages) {
    for (const { namespace, spec } of page.items) {
      if (mode === null || deriveMode(spec) === mode) counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
    }
    incomplete = page.incomplete;
  }
  return { counts, incomplete };
}

async function walkAll(client: Client, query: TargetsQuery): Promise<TargetsAnswer> {
  const { counts, incomplete } = await countByNamespace(client, query);
  const waiting = [...counts.keys()].values();
  const items: TargetListItem[] = [];
  const short: string[] = [];
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (const namespace of waiting) {
        const rows = await walkNamespace(client, namespace, query);
        if (rows.length < (counts.get(namespace) ?? 0)) short.push(namespace);
        items.push(...rows);
      }
    }),
  );
  if (incomplete) return { items, incomplete: 'The list is incomplete: the API ended it before all targets came.' };
  if (short.length === 0) return { items, incomplete: null };
  const names = short.toSorted(compareText).slice(0, 3).join(', ');
  const others = short.length > 3 ? ` and ${short.length - 3} others` : '';
  return { items, incomplete: `The list is incomplete: the API sent fewer targets than it has in ${names}${others}.` };
}

/** Targets with status, utilisation, predicted need and yearly figure, as the console's home page lists them. */
export async function listTargets(client: Client, query: TargetsQuery): Promise<TargetsAnswer> {
  const answer =
    query.namespace === null
      ? await walkAll(client, query)
      : { items: await walkNamespace(client, query.namespace, query), incomplete: null };
  const sort = query.sort === 'cost' ? nextSort(defaultSort, 'cost') : (parseSort(query.sort) ?? defaultSort);
  const sorted = sortTargets(answer.items, sort);
  return { ...answer, items: query.limit === null ? sorted : sorted.slice(0, query.limit) };
}
