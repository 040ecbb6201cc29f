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

const ended = 'The list is incomplete: the API ended it before all changes were sent.';

/**
 * Reads page by page until the total is reached or, if the server sends no total, until a page is empty. A short page is
 * not the end, because the server may limit the size of a page. If a change is recorded between two requests, the next page
 * repeats one, which is dropped.
 */
async function readScope(client: Client, { limit, ...query }: ChangesScope & ChangesQuery) {
  const items = new Map<string, Change>();
  const most = limit ?? Number.POSITIVE_INFINITY;
  const refuse = refuseMissingCall(client, 'views.changes', 'This server does not record changes.', () =>
    client.views.changes({ limit: 1, offset: 0 }),
  );
  for (let offset = 0; ; ) {
    const page = { limit: Math.min(mostOfPage, most - items.size), offset };
    const answer = await client.views.changes({ ...query, ...page }).catch(refuse);
    const known = items.size;
    for (const item of answer.items) items.set(item.id, item);
    const hasNew = items.size > known;
    // A repeated page does not count as received.
    if (hasNew) offset += answer.items.length;
    const { total = null, incomplete = [] } = answer;
    const hasMore = items.size < most && (total === null ? answer.items.length > 0 : offset < total);
    if (hasMore && hasNew) continue;
    if (items.size === 0) await refuseUnknownScope(client, query);
    return { items: [...items.values()].slice(0, most), total, unknown: hasMore ? [...incomplete, ended] : incomplete };
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
