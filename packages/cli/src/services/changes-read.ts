import { type Change, type ChangeEvent, type Client, compareText, type TargetName } from '@trimtab/core';
import { exitCode } from '../exit-code.ts';
import { CliError, UsageError } from '../failure.ts';
import { refuseMissingCall } from './missing-call.ts';
import { refuseUnknownNamespace } from './unknown-namespace.ts';
import { refuseUnknownTarget } from './unknown-target.ts';

type ChangesScope = {
  readonly namespace?: string;
  readonly clusters?: readonly string[] | undefined;
  readonly name?: string;
};

type ChangesQuery = {
  readonly events: readonly ChangeEvent[];
  /** In milliseconds. */
  readonly start: number;
  /** Null for all. */
  readonly limit: number | null;
};

const mostOfPage = 250;

async function readScope(client: Client, { limit, ...query }: ChangesScope & ChangesQuery) {
  const items: Change[] = [];
  const refuse = refuseMissingCall('This server does not record changes.', () =>
    client.views.changes({ limit: 1, offset: 0 }),
  );
  for (;;) {
    const page = {
      limit: Math.min(mostOfPage, (limit ?? Number.POSITIVE_INFINITY) - items.length),
      offset: items.length,
    };
    const answer = await client.views.changes({ ...query, ...page }).catch(refuse);
    for (const item of answer.items) items.push(item);
    const { total = null, incomplete = [] } = answer;
    const isShort = answer.items.length < page.limit || items.length >= (total ?? 0);
    if (!isShort && items.length !== limit) continue;
    if (items.length === 0) await refuseUnknownScope(client, query);
    return { items, total, unknown: incomplete };
  }
}

/** Reports an unknown namespace or target. A mistyped name would otherwise look like a target without changes. */
async function refuseUnknownScope(client: Client, { namespace, name }: ChangesScope): Promise<void> {
  if (namespace === undefined) return;
  const scope = { namespace, ...(name === undefined ? {} : { name }) };
  const { items } = await client.views.changes({ ...scope, limit: 1, offset: 0 });
  if (items.length > 0) return;
  if (name === undefined) return refuseUnknownNamespace(client, namespace);
  const target = { namespace, name };
  await client.targets
    .get(target)
    .catch(refuseUnknownTarget(target))
    .catch((error: unknown) => {
      if (error instanceof UsageError) throw error;
    });
}

/** The recorded changes of all scopes, newest first. `unknown`: sentences that name what is missing. */
export async function readChanges(
  client: Client,
  { scopes, ...query }: ChangesQuery & { readonly scopes: readonly ChangesScope[] },
) {
  const answers = await Promise.all(scopes.map((scope) => readScope(client, { ...scope, ...query })));
  const [first] = answers;
  if (answers.length === 1 && first !== undefined) return first;
  const items = answers.flatMap((answer) => answer.items).toSorted((a, b) => compareText(b.at, a.at));
  return {
    items: items.slice(0, query.limit ?? items.length),
    total: answers.reduce<number | null>((sum, { total }) => (sum === null || total === null ? null : sum + total), 0),
    unknown: [...new Set(answers.flatMap(({ unknown }) => unknown))],
  };
}

/** The change of a target with this id, or with an id that begins with it. */
export async function findChange(client: Client, target: TargetName, id: string): Promise<Change> {
  const { items } = await readChanges(client, {
    scopes: [target],
    events: ['resources', 'replicas'],
    start: 0,
    limit: null,
  });
  const found = items.find((change) => change.id === id || change.id.startsWith(`${id}.`));
  if (found !== undefined) return found;
  const title = `${target.namespace}/${target.name}`;
  throw new CliError(
    `${title} has no recorded change ${id} of its resources or replicas.`,
    exitCode.partial,
    `trimtab changes ${title} lists the changes.`,
  );
}

const recordMs = 3_000;

/** Reports an export to the server. Some servers do not record it, and the command does not depend on it. */
export async function recordExport(client: Client, targets: readonly TargetName[]): Promise<void> {
  const names = targets.map(({ namespace, name }) => ({ namespace, name }));
  await client.views.recordExport({ targets: names }, { signal: AbortSignal.timeout(recordMs) }).catch(() => undefined);
}
