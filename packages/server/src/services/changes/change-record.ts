import { type Change, type ChangeEvent, type ChangeState, changeSchema, dayMs } from '@trimtab/core';
import type { StoredChange, StoredSuggestion } from '../../ports/index.ts';
import { readOwnRecord } from '../suggestions/suggestion-record.ts';

/** The principal of changes that the server makes itself. */
const ownName = 'trimtab';
/** Tolerates the rounding of quantities in manifests. */
const matchTolerance = 0.01;

type Target = { readonly namespace: string; readonly name: string; readonly kind: string };
type Event = { readonly event: ChangeEvent; readonly at: number } & Partial<
  Pick<Change, 'by' | 'before' | 'after' | 'suggestion' | 'verification'>
>;

/** If the same event is recorded again, it gets the same id, so it is stored once. */
export function newChange({ namespace, name, kind }: Target, { event, at, ...rest }: Event): Change {
  return {
    id: `${event}.${at.toString(36)}.${namespace}.${name}`,
    at: new Date(at).toISOString(),
    namespace,
    name,
    kind,
    event,
    by: null,
    before: null,
    after: null,
    suggestion: null,
    verification: null,
    ...rest,
  };
}

export function pendingChecks(at: number): NonNullable<Change['verification']> {
  const pending = (days: number) => ({
    state: 'pending' as const,
    due: new Date(at + days * dayMs).toISOString(),
    verdict: null,
    before: null,
    after: null,
  });
  return { day: pending(1), week: pending(7) };
}

export function storedChange(change: Change): StoredChange {
  const { id, namespace, name, event, verification } = change;
  const due = [verification?.day, verification?.week].flatMap((check) =>
    check?.state === 'pending' ? [Date.parse(check.due ?? '')] : [],
  );
  return {
    id,
    namespace,
    name,
    at: Date.parse(change.at),
    event,
    dueAt: due[0] ?? null,
    // The schema reads an absent field as null.
    body: JSON.stringify(change, (_, value: unknown) => value ?? undefined),
  };
}

/** Null when the body is damaged. */
export function readChange({ body }: StoredChange): Change | null {
  try {
    return changeSchema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

/** The state when the suggestion was published, and what it suggests; null if another version stored it. */
export function suggestionChange(stored: StoredSuggestion, kind: string): Change | null {
  const record = readOwnRecord(stored);
  if (record === null) return null;
  const { containers, sized, replicas, minReplicas, maxReplicas } = record.recommendation;
  const stateOf = (amount: (one: (typeof sized)[number]) => { request: number | null; limit: number | null }) =>
    containers.map(({ name }) => {
      const of = (resource: 'cpu' | 'memory') => {
        const found = sized.find((one) => one.container === name && one.resource === resource);
        return found === undefined ? { request: null, limit: null } : amount(found);
      };
      const [cpu, memory] = [of('cpu'), of('memory')];
      return {
        name,
        cpu_request: cpu.request,
        cpu_limit: cpu.limit,
        memory_request: memory.request,
        memory_limit: memory.limit,
        image: null,
      };
    });
  const bounds = { min_replicas: minReplicas, max_replicas: maxReplicas };
  return newChange(
    { ...stored, kind },
    {
      event: 'suggestion',
      at: stored.createdAt,
      by: ownName,
      before: {
        containers: stateOf(({ current }) => ({ request: current?.request ?? null, limit: null })),
        replicas: record.currentReplicas,
        min_replicas: null,
        max_replicas: null,
      },
      after: {
        containers: stateOf(({ settled }) => ({ request: settled.request, limit: settled.limit ?? null })),
        replicas,
        ...bounds,
      },
      suggestion: record.id,
    },
  );
}

/** Whether a state has all requests that a suggestion names, except for rounding. */
export function matches(state: ChangeState, suggested: ChangeState): boolean {
  const own = new Map(state.containers.map((one) => [one.name, one]));
  const pairs = suggested.containers.flatMap((one) =>
    (['cpu_request', 'memory_request'] as const).flatMap((key) =>
      one[key] === null ? [] : [{ wanted: one[key], found: own.get(one.name)?.[key] ?? Number.NaN }],
    ),
  );
  return pairs.length > 0 && pairs.every(({ wanted, found }) => Math.abs(found - wanted) <= matchTolerance * wanted);
}
