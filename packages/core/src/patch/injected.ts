import { injectors } from '../domain/injected.ts';
import type { ResourceName } from '../domain/resource.ts';
import type { KnownContainer } from './known-workload.ts';

type Planned = { readonly name: string; readonly requests: Readonly<Partial<Record<ResourceName, string | null>>> };

/** Says that a container is left out, and where its requests are set. */
export function injectedNote({ name, requests }: Planned, known: readonly KnownContainer[]): string {
  const isKnown = known.some((one) => one.name === name && one.injected === true);
  const why = isKnown
    ? 'the template of the workload does not have it. Probably a webhook adds it to the pods'
    : 'usually a webhook adds it to the pods. If the template of the workload has it, add it by hand';
  const annotations = injectors.get(name)?.annotations;
  const set = (['cpu', 'memory'] as const).flatMap((resource) => {
    const amount = requests[resource];
    return amount == null ? [] : [{ amount: `${amount} ${resource}`, annotation: annotations?.[resource] ?? '' }];
  });
  const amounts = set.map(({ amount }) => amount).join(' and ');
  const where =
    annotations === undefined
      ? 'in the settings of the webhook'
      : `with ${set.length === 1 ? 'the annotation' : 'the annotations'} ${set.map(({ annotation }) => annotation).join(' and ')} of the template`;
  return `${name} is left out: ${why}. Set its suggested requests, ${amounts}, ${where}.`;
}

/** What to check before a file is applied, if one of its containers may not be in the template; null if all are. */
export function templateNote({
  containers,
  known,
}: {
  readonly containers: readonly Pick<Planned, 'name'>[];
  readonly known: readonly KnownContainer[];
}): string | null {
  const isUncertain = containers.some(
    ({ name }) => known.find((one) => one.name === name)?.injected === undefined && known.length > 1,
  );
  return isUncertain
    ? 'The server does not read the template of the workload. If a webhook adds one of these containers to the pods, Kubernetes rejects the file. To find out, apply it with --dry-run=server first.'
    : null;
}
