import {
  type Client,
  type ClusterTarget,
  type ClusterTargetFilters,
  parseFigureFilter,
  parseLabelSelector,
  type TargetView,
} from '@trimtab/core';
import { exitCode } from '../exit-code.ts';
import { CliError, UsageError } from '../failure.ts';
import { lacksCall } from './missing-call.ts';
import { refuseUnknownNamespace } from './unknown-namespace.ts';

type ClusterTargetsQuery = {
  /** Null for every namespace. */
  readonly namespaces: readonly string[] | null;
  /** Absent: all clusters. */
  readonly clusters?: readonly string[] | undefined;
  readonly view: TargetView;
  /** A label selector. */
  readonly labels?: string | undefined;
  /** Comparisons of figures. */
  readonly where?: string | undefined;
  /** Null for both modes. */
  readonly managed: boolean | null;
  /** As typed: a field, with an optional sign. */
  readonly sort: string;
  /** Null for all targets. */
  readonly limit: number | null;
};

type ClusterTargetsAnswer = {
  readonly items: readonly ClusterTarget[];
  readonly total: number | null;
  readonly computing: boolean;
  /** Why the list is incomplete; null if it is complete. */
  readonly incomplete: string | null;
  /** Sentences that name what is unknown. */
  readonly unknown: readonly string[];
};

const mostOfPage = 250;
const textFields = ['name', 'namespace', 'kind', 'mode'];
const otherNames = new Map([
  ['cost', 'net'],
  ['savings', 'net'],
]);

/** The sort in the syntax of the API. Without a sign, numbers are sorted from the highest. */
function sortOf(typed: string): string {
  const [, sign = '', name = ''] = /^([+-]?)(.*)$/.exec(typed) ?? [];
  const field = otherNames.get(name) ?? name;
  return `${sign === '' ? (textFields.includes(field) ? '+' : '-') : sign}${field}`;
}

/**
 * Reads the targets of the cluster, filtered and sorted by the server.
 * @param onMissing the alternative for a server without this list; if absent, such a server is an error
 */
export async function readClusterTargets<Other = never>(
  client: Client,
  { namespaces, clusters, view, labels, where, managed, sort, limit }: ClusterTargetsQuery,
  onMissing?: () => Promise<Other>,
): Promise<ClusterTargetsAnswer | Other> {
  if (labels !== undefined && parseLabelSelector(labels) === null) {
    throw new UsageError(`"${labels}" is not a label selector.`, 'Use KEY=VALUE, KEY!=VALUE, KEY or "KEY in (A,B)".');
  }
  if (where !== undefined && parseFigureFilter(where) === null) {
    throw new UsageError(
      `"${where}" compares no figures.`,
      'Use comparisons such as cpu>90,net>=1000; the figures are cpu, memory, oom_kills, restarts, net and cost.',
    );
  }
  const filters: ClusterTargetFilters = {
    view,
    sort: sortOf(sort),
    ...(namespaces === null ? {} : { namespaces }),
    ...(clusters === undefined ? {} : { clusters }),
    ...(labels === undefined ? {} : { labels }),
    ...(where === undefined ? {} : { where }),
    ...(managed === null ? {} : { managed }),
  };
  try {
    const answer = await readAll(client, filters, limit);
    const found = new Set(answer.items.map(({ namespace }) => namespace));
    for (const name of namespaces ?? []) if (!found.has(name)) await refuseUnknownNamespace(client, name);
    return answer;
  } catch (error) {
    const ask = () => client.views.targets({ limit: 1, offset: 0 });
    if (!(await lacksCall(client, 'views.targets', error, ask))) throw error;
    if (onMissing !== undefined) return onMissing();
    throw new CliError(
      'This server cannot filter targets, and sorts only by name, mode and cost.',
      exitCode.api,
      'These need the server of Trimtab: -l, --where, --at-risk, --savings, --attention and the other fields of --sort.',
    );
  }
}

async function readAll(
  client: Client,
  filters: ClusterTargetFilters,
  limit: number | null,
): Promise<ClusterTargetsAnswer> {
  const most = limit ?? Number.POSITIVE_INFINITY;
  const items: ClusterTarget[] = [];
  let answer: Omit<ClusterTargetsAnswer, 'items'> = { total: null, computing: false, incomplete: null, unknown: [] };
  for await (const page of client.views.targetPages({ ...filters, limit: Math.min(most, mostOfPage) })) {
    for (const item of page.items) items.push(item);
    answer = {
      total: page.total,
      computing: answer.computing || page.answer.computing === true,
      incomplete: page.incomplete ? 'The list is incomplete: the API ended it before all targets were sent.' : null,
      unknown: page.answer.incomplete ?? [],
    };
    if (items.length >= most) return { ...answer, items: items.slice(0, most), incomplete: null };
  }
  return { ...answer, items };
}
