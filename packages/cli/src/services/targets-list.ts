import {
  ApiError,
  type Client,
  compareText,
  defaultSort,
  deriveMode,
  type Mode,
  nextSort,
  parseSort,
  type Sort,
  type SortField,
  type TargetListItem,
} from '@trimtab/core';
import { refuseUnknownNamespace } from './unknown-namespace.ts';

/** What the console asks for at once when it lists everything: a size that every server of this API serves. */
const pageSize = 250;
/** Reads in flight while every namespace is walked: quick for us, harmless for the server. */
const maxInFlight = 6;

export type TargetsQuery = {
  /** null: every namespace that has targets. */
  namespace: string | null;
  /** null: both. */
  mode: Mode | null;
  /** As the API writes it: `+name`, `-cost`. A bare `cost` is what a click on the console's header gives: highest first. */
  sort: string;
  /** null: all. */
  limit: number | null;
  signal: AbortSignal;
};

export type TargetsAnswer = {
  items: TargetListItem[];
  /** How many there are in all, whatever the limit; null where the API did not say. */
  total: number | null;
  /** Suggestions, and the figures that rest on them, are still on their way. */
  computing: boolean;
  /** Why the list is known not to be whole; null when nothing speaks against it. */
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
 * The API's order. Over several namespaces names are sorted within each, as kubectl does; missing costs come last in
 * both directions, equal rows by namespace and name.
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
  total: number | null;
  computing: boolean;
  /** The server promised more, or repeats itself. */
  isShort: boolean;
};

/** All rows of one namespace, page by page until a short one; rows that a moving list shows twice come once. */
async function walkNamespace(client: Client, namespace: string, query: TargetsQuery): Promise<NamespaceRows> {
  const { mode, signal } = query;
  const rows = new Map<string, TargetListItem>();
  let computing = false;
  for (let offset = 0; ; offset += pageSize) {
    const page = await client.views.namespaceTargets(
      {
        namespace,
        ...(mode === null ? {} : { managed: mode === 'Autonomous' }),
        sort: '+name',
        offset,
        limit: pageSize,
      },
      { signal },
    );
    const { items, total = null } = page;
    computing ||= page.computing === true;
    const before = rows.size;
    for (const item of items) if (!rows.has(item.name)) rows.set(item.name, item);
    const isStuck = items.length >= pageSize && rows.size === before;
    if (isStuck || items.length < pageSize) {
      const isShort = isStuck || offset + items.length < (total ?? 0);
      return { rows: [...rows.values()], total, computing, isShort };
    }
  }
}

/** How many targets of the wanted mode the plain list counts in each namespace. */
async function countByNamespace(client: Client, { mode, signal }: TargetsQuery) {
  const counts = new Map<string, number>();
  const pages = client.targets.pages({ limit: pageSize }, { signal });
  let incomplete = false;
  for await (const page of pages) {
    for (const { namespace, spec } of page.items) {
      if (mode === null || deriveMode(spec) === mode) counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
    }
    incomplete = page.incomplete;
  }
  return { counts, incomplete };
}

/** At most three names: a sentence on a terminal is not a list. */
function fewNames(names: readonly string[]): string {
  const shown = names.toSorted(compareText).slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} others` : shown;
}

async function walkAll(client: Client, query: TargetsQuery): Promise<TargetsAnswer> {
  const { counts, incomplete } = await countByNamespace(client, query);
  const waiting = [...counts.keys()];
  const items: TargetListItem[] = [];
  const short: string[] = [];
  const refused = new Map<string, ApiError>();
  let computing = false;
  const walkWaiting = async () => {
    for (let namespace = waiting.pop(); namespace !== undefined; namespace = waiting.pop()) {
      try {
        const answer = await walkNamespace(client, namespace, query);
        if (answer.isShort || answer.rows.length < (counts.get(namespace) ?? 0)) short.push(namespace);
        items.push(...answer.rows);
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
  await Promise.all(Array.from({ length: maxInFlight }, walkWaiting));
  // One namespace that may not be read costs its own rows; where none may, its error is the answer.
  const [error] = refused.values();
  if (error !== undefined && refused.size === counts.size) throw error;
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
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
    reasons.push(`of ${fewNames([...refused.keys()])} the API said: ${error.message.replace(/[.]$/, '')}`);
  if (short.length > 0) reasons.push(`the API sent fewer targets than it has in ${fewNames(short)}`);
  if (ended) reasons.push('the API ended it before all targets came');
  return reasons.length === 0 ? null : `The list is incomplete: ${reasons.join('; ')}.`;
}

async function walkOne(client: Client, namespace: string, query: TargetsQuery): Promise<TargetsAnswer> {
  const { rows, isShort, ...facts } = await walkNamespace(client, namespace, query);
  if (rows.length === 0) await refuseUnknownNamespace(client, namespace, query.signal);
  return { ...facts, items: rows, incomplete: whyIncomplete(false, isShort ? [namespace] : [], new Map()) };
}

/** Targets with status, utilization, predicted need and yearly figure, as the console's home page lists them. */
export async function listTargets(client: Client, query: TargetsQuery): Promise<TargetsAnswer> {
  const { namespace } = query;
  const answer = namespace === null ? await walkAll(client, query) : await walkOne(client, namespace, query);
  const sort = query.sort === 'cost' ? nextSort(defaultSort, 'cost') : (parseSort(query.sort) ?? defaultSort);
  const sorted = sortTargets(answer.items, sort);
  return { ...answer, items: query.limit === null ? sorted : sorted.slice(0, query.limit) };
}
