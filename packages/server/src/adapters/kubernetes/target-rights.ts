import type { Logger } from '../../ports/index.ts';
import type { KubernetesClient } from './client.ts';
import { isAllowed, mayRead, missingText, nameOf, type Place, placesToName, readVerbs } from './rights.ts';
import { aiScaleTargets } from './target-objects.ts';

/** The rights that the registry needs besides reading all, each with what is impossible without it. */
const writeRights = [
  { verb: 'get', without: 'a refused change does not say who made the other one' },
  { verb: 'create', without: 'no workload can be enrolled' },
  { verb: 'patch', without: 'no workload can be enrolled, and no target can be changed' },
  { verb: 'delete', without: 'no target can be removed' },
  {
    verb: 'patch',
    subresource: 'status',
    without: 'kubectl get ast shows no suggestions, and nothing else can be recorded in the status of targets',
  },
] as const;
type WriteRight = (typeof writeRights)[number];

export type TargetRights = {
  /** The namespaces to read; null: the whole cluster. */
  readonly scope: readonly string[] | null;
  /** Where the targets may not be read. */
  readonly unreadable: readonly Place[];
  readonly lacking: ReadonlyMap<WriteRight, readonly Place[]>;
};

type Options = {
  readonly client: KubernetesClient;
  /** The namespaces to read if the server may not read the whole cluster. */
  readonly namespaces: readonly string[];
  readonly signal: AbortSignal;
};

const { plural } = aiScaleTargets;
const group = 'trimtab.dev';
const unknown = 'the enrolled targets are not known';

export const placesOf = (scope: readonly string[] | null): readonly Place[] => scope ?? [null];

/**
 * `before`: the namespaces that are read until now. `knowsAll`: whether the targets of the whole cluster are known. Those
 * outside the namespaces must then not vanish without an error.
 */
export async function findTargetRights(
  options: Options,
  before: readonly string[] | null,
  knowsAll: boolean,
): Promise<TargetRights> {
  const { client, namespaces, signal } = options;
  const mayReadIn = (place: Place) => mayRead(client, aiScaleTargets, place, signal);
  if (await mayReadIn(null)) return { scope: null, unreadable: [], lacking: await lackingIn(options, [null]) };
  const readable = await Promise.all(namespaces.map(mayReadIn));
  // A namespace that was deleted took the role for it along. The others are still read.
  const scope = readable.includes(true) && !knowsAll ? namespaces : before;
  const unreadable = placesOf(scope).filter((place) => place === null || !readable[namespaces.indexOf(place)]);
  return { scope, unreadable, lacking: await lackingIn(options, placesOf(scope)) };
}

async function lackingIn(
  { client, signal }: Options,
  places: readonly Place[],
): Promise<ReadonlyMap<WriteRight, readonly Place[]>> {
  const lacking = await Promise.all(
    writeRights.map(async (each) => {
      const { verb, without: _, ...more } = each;
      const right = { verb, group, resource: plural, ...more };
      const allowed = await Promise.all(places.map((place) => isAllowed(client, right, place, signal)));
      return [each, places.filter((_place, index) => allowed[index] === false)] as const;
    }),
  );
  return new Map(lacking.filter(([, some]) => some.length > 0));
}

/** Logs the rights for writing that were not missing before. */
export function logNewlyLacking(logger: Logger, before: TargetRights | null, { scope, lacking }: TargetRights): void {
  for (const [right, places] of lacking) {
    const known = before?.lacking.get(right) ?? [];
    const lost = places.filter((place) => !known.includes(place));
    if (lost.length > 0)
      logMissing(logger, resourceOf(right), right.verb, right.without, placesToName(places, placesOf(scope)));
  }
}

export function logUnreadable(logger: Logger, { scope, unreadable }: TargetRights): void {
  if (unreadable.length > 0)
    logMissing(logger, plural, 'list, watch', unknown, placesToName(unreadable, placesOf(scope)));
}

function logMissing(
  logger: Logger,
  resource: string,
  verbs: string,
  without: string,
  namespaces: readonly string[],
): void {
  const where = namespaces.length === 0 ? {} : { namespaces: namespaces.join(', ') };
  logger('warn', 'kubernetes right missing', { resource, verbs, without, ...where });
}

/** Sentences that name all missing rights. */
export function missingTargetRights({ scope, unreadable, lacking }: TargetRights): readonly string[] {
  const all = placesOf(scope);
  return [
    ...(unreadable.length === 0
      ? []
      : [missingText(nameOf(aiScaleTargets), readVerbs, unknown, placesToName(unreadable, all))]),
    ...[...lacking].map(([right, places]) => sentenceOf(right, placesToName(places, all))),
  ];
}

/** Why no workload of a place can be enrolled, as a sentence; null if one can. */
export function enrollRightProblem({ scope, lacking }: TargetRights, place: Place): string | null {
  for (const [right, places] of lacking) {
    const isNeeded = !('subresource' in right) && (right.verb === 'create' || right.verb === 'patch');
    if (isNeeded && places.includes(place)) return sentenceOf(right, placesToName([place], placesOf(scope)));
  }
  return null;
}

export const mayWriteStatus = ({ lacking }: TargetRights, place: Place): boolean =>
  ![...lacking].some(([right, places]) => 'subresource' in right && places.includes(place));

const resourceOf = (right: WriteRight): string => `${plural}${'subresource' in right ? `/${right.subresource}` : ''}`;
const sentenceOf = (right: WriteRight, namespaces: readonly string[]): string =>
  missingText({ group, resource: resourceOf(right) }, [right.verb], right.without, namespaces);
