import type { Change, ChangeCheck, ChangeEvent, ChangeState } from '../api/schemas/changes.ts';
import { type ResourceName, resourceLabels, resourceNames } from '../domain/resource.ts';
import { dayMs } from '../domain/windows.ts';
import { printResourceQuantity } from '../quantity/quantity.ts';
import { manifestAmount } from '../quantity/resource-steps.ts';
import { readInstant } from './instant.ts';
import { type Figure, missingMark } from './missing.ts';
import { formatCount } from './number.ts';
import { requestQuantity } from './target-change.ts';

const titles: Readonly<Record<ChangeEvent, string>> = {
  resources: 'Resources changed',
  replicas: 'Replicas changed',
  image: 'Image changed',
  suggestion: 'Suggestion published',
  export: 'Suggestion exported',
  enrolled: 'Enrolled',
  unenrolled: 'Un-enrolled',
};
const titleOf = new Map<string, string>(Object.entries(titles));

/** The name of an event, such as 'Replicas changed'. An event that only a later server knows keeps its own text. */
export const changeTitle = ({ event }: Pick<Change, 'event'>): string => titleOf.get(event) ?? event;

/** Who made a change; null if unknown, as for all changes that are observed in the cluster. */
export const changedBy = ({ by }: Pick<Change, 'by'>): string | null => (by === 'trimtab' ? 'Trimtab' : by);

/** Whether a patch with the earlier values can undo the change. */
export const isUndoable = ({ event, before, after }: Pick<Change, 'event' | 'before' | 'after'>): boolean =>
  (event === 'resources' || event === 'replicas') && before !== null && after !== null;

/** One value that differs before and after a change. */
export type ChangedValue = {
  /** Such as 'CPU request'. */
  readonly what: string;
  /** Null for a value of the whole workload, and if the workload has only one container. */
  readonly container: string | null;
  /** Null if it is unknown: only the requests that a suggestion replaces are recorded. */
  readonly before: string | null;
  readonly after: string;
};

type States = Pick<Change, 'event' | 'before' | 'after'>;
type Print = (amount: number) => string;
type Container = ChangeState['containers'][number];
const noState: ChangeState = { containers: [], replicas: null, min_replicas: null, max_replicas: null };

/** What differs before and after. A suggestion names only the values that it suggests. */
export function changedValues({ event, before, after }: States): ChangedValue[] {
  if (after === null) return [];
  const isSuggested = event === 'suggestion';
  const from = before ?? noState;
  const names = [...new Set([...from.containers, ...after.containers].map(({ name }) => name))];
  const values = names.flatMap((name) => {
    const [old, next] = [from, after].map(({ containers }) => containers.find((one) => one.name === name));
    const container = names.length === 1 ? null : name;
    return containerValues(old, next, isSuggested).map((value) => ({ ...value, container }));
  });
  return [...values, ...replicaValues(from, after, isSuggested)];
}

/** All differences in one line: `CPU request 500m → 250m · Replicas 2 → 4`. Empty without any. */
export function changeText(change: States): string {
  return changedValues(change)
    .map(({ what, container, before, after }) => {
      const name = container === null ? what : `${container}: ${what}`;
      return before === null ? `${name} ${after}` : `${name} ${before} → ${after}`;
    })
    .join(' · ');
}

function containerValues(before: Container | undefined, after: Container | undefined, isSuggested: boolean) {
  const amounts = resourceNames.flatMap((resource) =>
    (['request', 'limit'] as const).flatMap((bound) => {
      const field = `${resource}_${bound}` as const;
      const both = [before?.[field], after?.[field]];
      const print = printing(resource, both, isSuggested);
      return compared(`${resourceLabels[resource]} ${bound}`, both, print, isSuggested);
    }),
  );
  return [...amounts, ...comparedImages(before?.image ?? null, after?.image ?? null)];
}

function replicaValues(before: ChangeState, after: ChangeState, isSuggested: boolean): ChangedValue[] {
  return [
    ...compared('Replicas', [before.replicas, after.replicas], formatCount, isSuggested),
    ...compared('Minimum replicas', [before.min_replicas, after.min_replicas], formatCount, isSuggested),
    ...compared('Maximum replicas', [before.max_replicas, after.max_replicas], formatCount, isSuggested),
  ];
}

/** A suggested amount is rounded as in an exported patch. */
const asSuggested =
  (resource: ResourceName): Print =>
  (amount) =>
    printResourceQuantity(resource, manifestAmount(resource, amount));

const exactly =
  (resource: ResourceName): Print =>
  (amount) =>
    printResourceQuantity(resource, resource === 'cpu' ? Math.round(amount * 1_000) / 1_000 : Math.round(amount));

/**
 * How both amounts are printed: rounded, because an exact number of bytes often has no unit, such as 1073741825. Exactly if
 * rounding would hide the difference.
 */
function printing(resource: ResourceName, amounts: readonly Figure[], isSuggested: boolean): Print {
  if (isSuggested) return asSuggested(resource);
  const rounded: Print = (amount) => requestQuantity(resource, amount);
  const [old, next] = amounts.map((amount) => (amount == null ? null : rounded(amount)));
  return old === next ? exactly(resource) : rounded;
}

function compared(
  what: string,
  [before = null, after = null]: readonly Figure[],
  print: Print,
  isSuggested: boolean,
): ChangedValue[] {
  const [old, next] = [before, after].map((amount) => (amount === null ? 'none' : print(amount)));
  if (old === undefined || next === undefined || old === next || (isSuggested && after === null)) return [];
  const isUnknown = isSuggested && before === null && !what.endsWith('request');
  return [{ what, container: null, before: isUnknown ? null : old, after: next }];
}

/** If the repository is the same, only the tags. */
function comparedImages(before: string | null, after: string | null): ChangedValue[] {
  if (before === after || after === null) return [];
  const [old, next] = [imageParts(before), imageParts(after)];
  const isSame = old.tag !== '' && next.tag !== '' && old.repository === next.repository;
  return [
    {
      what: 'Image',
      container: null,
      before: isSame ? old.tag : (before ?? missingMark),
      after: isSame ? next.tag : after,
    },
  ];
}

/** The tag starts after the last `:` or `@` that is not part of the registry's port. */
function imageParts(image: string | null): { readonly repository: string; readonly tag: string } {
  const [, repository = image ?? '', tag = ''] = /^([^@]*?)(?:[:@]([^/]+))?$/.exec(image ?? '') ?? [];
  return { repository, tag };
}

type Verification = NonNullable<Change['verification']>;

/** The newest finished check: the one after a week or, before that, the one after a day. */
export function currentCheck({ day, week }: Verification): {
  readonly check: ChangeCheck;
  readonly after: 'day' | 'week';
} {
  return week.state === 'done' || (day.state === 'impossible' && week.state === 'pending')
    ? { check: week, after: 'week' }
    : { check: day, after: 'day' };
}

/** The result of a check, the time when it is due, or why there is none. */
export function verificationText({ state, sentence, reason, due }: ChangeCheck, now: number): string {
  if (state === 'done') return sentence ?? 'It was compared with the time before.';
  if (state === 'impossible') return reason ?? 'It cannot be compared with the time before.';
  const at = readInstant(due);
  if (at === null || at <= now) return 'Being verified';
  const days = Math.floor(at / dayMs) - Math.floor(now / dayMs);
  return `Pending, due ${days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`}`;
}
