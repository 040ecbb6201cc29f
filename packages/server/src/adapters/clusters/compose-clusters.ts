import { clusterOf, inCluster, withoutCluster } from '@trimtab/core';
import {
  type AppDeps,
  type Ask,
  type Clock,
  type ClusterSource,
  type Connector,
  DomainError,
  type HistorySource,
  isAbort,
  type Listing,
  type MetricsSource,
  type NodeState,
  type PodLogs,
  problemOf,
  SourceError,
  type WorkloadIdentity,
} from '../../ports/index.ts';
import { createOutages, type OutageKind, type Outages } from './outages.ts';

/** The ports of one cluster. Its namespaces have no prefix here. */
export type Member = {
  readonly name: string;
  readonly cluster: ClusterSource;
  readonly metrics: MetricsSource;
  readonly history: HistorySource;
  readonly connector: Connector;
  /** Absent: the server does not read the API server of this cluster. */
  readonly podLogs?: PodLogs;
};

type Scoped = { readonly namespaces?: readonly string[]; readonly workloads?: readonly WorkloadIdentity[] };
type Part<S> = { readonly member: Member; readonly scope: S };
type Named = { readonly name: string; readonly createdAt: number | null };

/**
 * The ports of several clusters as those of one: the name of the cluster is the prefix of each namespace
 * (docs/decisions/0023-prefix-namespaces-with-cluster-names.md). All clusters are read in parallel. If some do not answer,
 * their namespaces are `failed`, and the answers of the others are complete.
 */
export function composeClusters(
  members: readonly Member[],
  clock: Clock,
): Required<Pick<AppDeps, 'clusters' | 'cluster' | 'metrics' | 'history' | 'connectors'>> & Pick<AppDeps, 'podLogs'> {
  const clusters = members.map(({ name }) => name);
  const outages = createOutages(clock);
  /** The namespaces that each cluster had when it last answered. */
  const namespacesOf = new Map<string, Listing<Named>>();

  const memberOf = (namespace: string): Member | SourceError => {
    const name = clusterOf(namespace, clusters);
    return (
      members.find((member) => member.name === name) ??
      new SourceError(
        `The namespace ${namespace} belongs to none of the clusters that this server reads: ${clusters.join(', ')}. Add its cluster, or clean its targets up.`,
      )
    );
  };
  /** Calls the member that has the namespace of a workload, with the name that Kubernetes has for that namespace. */
  const dispatch = async <W extends { readonly namespace: string }, T>(
    workload: W,
    read: (member: Member, own: W) => Promise<T>,
  ): Promise<T> => {
    const member = memberOf(workload.namespace);
    if (member instanceof SourceError) throw member;
    return read(member, localized(member, workload)).catch((error: unknown) => {
      throw ofCluster(member.name, error);
    });
  };

  /**
   * Reads each cluster of the scope. Rejects if none of them answers. `kind`: of a read that shows whether the cluster is
   * down; null for others that lists wait for, and absent for background work, which may take long.
   */
  const gather = async <S extends Scoped, T extends WorkloadIdentity>(
    scope: S,
    read: (member: Member, own: S) => Promise<Listing<T>>,
    kind?: OutageKind | null,
  ): Promise<Listing<T>> => {
    const { parts, unknown } = split(members, memberOf, scope);
    const started = parts.map(({ member, scope: own }) => ({ name: member.name, reading: read(member, own) }));
    const readings = kind === undefined ? started.map(({ reading }) => reading) : outages.inTime(started, kind);
    const listings = await Promise.all(
      parts.map(async ({ member, scope: own }, part): Promise<Listing<T>> => {
        try {
          return prefixed(member.name, (await readings[part]) ?? nothing);
        } catch (error) {
          const failure = ofCluster(member.name, error);
          if (!(failure instanceof SourceError)) throw failure;
          // Without a list of namespaces, the answer could not say what is missing.
          if (own.namespaces === undefined) throw failure;
          const failed = own.namespaces.map((namespace) => [inCluster(member.name, namespace), failure] as const);
          return { items: [], problems: [], failed: new Map(failed) };
        }
      }),
    );
    const failed = new Map([...unknown, ...listings.flatMap((one) => [...(one.failed ?? [])])]);
    const [first] = failed.values();
    if (first !== undefined && failed.size === scope.namespaces?.length) throw first;
    return {
      items: listings.flatMap(({ items }) => items),
      problems: listings.flatMap(({ problems }) => problems),
      ...(failed.size === 0 ? {} : { failed }),
    };
  };
  const { podLogs } = composePodLogs(members, dispatch);
  return {
    clusters,
    cluster: {
      problem: () => {
        const down = members.flatMap(({ name, cluster }) => outages.text(name) ?? ownProblem(name, cluster) ?? []);
        return down.length === 0 ? null : down.join(' ');
      },
      namespaces: (ask) => allNamespaces(members, outages, namespacesOf, ask),
      workloads: async (scope, ask) => {
        const read = async ({ name, cluster }: Member, own: typeof scope) => {
          const { items, ...rest } = await cluster.workloads(own, ask);
          return { items: items.map((workload) => ({ ...workload, cluster: name })), ...rest };
        };
        return gather(scope, read, 'inventory');
      },
      version: () => {
        const versions = members.map(({ cluster }) => cluster.version?.() ?? null);
        return versions.reduce((sum, version) => (sum === null || version === null ? null : sum + version), 0);
      },
      recoveries: outages.recoveries,
      labels: (scope, ask) =>
        gather(scope, async ({ cluster }, own) => (await cluster.labels?.(own, ask)) ?? nothing, null),
      ...(members.some(({ cluster }) => cluster.nodes !== undefined)
        ? { nodes: (ask, wanted) => nodesOf(members, ask, wanted) }
        : {}),
      pods: (workload, ask) => dispatch(workload, ({ cluster }, own) => cluster.pods(own, ask)),
    },
    metrics: {
      usage: (scope, window, ask) => gather(scope, ({ metrics }, own) => metrics.usage(own, window, ask), 'usage'),
      incidents: (scope, window, ask) => {
        const read = async ({ name, metrics }: Member, own: typeof scope) => {
          if (metrics.incidents === undefined)
            throw new SourceError(`The restarts in the cluster ${name} cannot be read.`);
          return metrics.incidents(own, window, ask);
        };
        return gather(scope, read, null);
      },
      events: (workload, window, ask) =>
        dispatch(workload, async ({ name, metrics }, own) => {
          if (metrics.events === undefined) throw new SourceError(`The events of the cluster ${name} cannot be read.`);
          return metrics.events(own, window, ask);
        }),
      series: (workload, window, stepSeconds, ask) =>
        dispatch(workload, ({ metrics }, own) => metrics.series(own, window, stepSeconds, ask)),
      status: (ask) => statusOfAll(members, ask),
    },
    history: {
      history: (scope, window, ask) => gather(scope, ({ history }, own) => history.history(own, window, ask)),
      declared: (scope, window, stepMs, ask) =>
        gather(scope, async ({ history }, own) => (await history.declared?.(own, window, stepMs, ask)) ?? nothing),
      queries(workload) {
        const member = memberOf(workload.namespace);
        if (member instanceof SourceError) return [];
        return member.history.queries?.(localized(member, workload)) ?? [];
      },
    },
    connectors: new Map(members.map(({ name, connector }) => [`prometheus.${name}`, connector])),
    ...(podLogs === undefined ? {} : { podLogs }),
  };
}

const nothing = { items: [], problems: [] };

const localized = <W extends { readonly namespace: string }>({ name }: Member, workload: W): W => ({
  ...workload,
  namespace: withoutCluster(workload.namespace, name),
});

/** The same failure, with the name of its cluster in front. */
function ofCluster(name: string, error: unknown): unknown {
  if (isAbort(error) || !(error instanceof SourceError)) return error;
  const { message, timedOut } = error;
  return new SourceError(problemOf(name, message), { cause: error, timedOut });
}

function prefixed<T extends WorkloadIdentity>(name: string, { items, problems, failed }: Listing<T>): Listing<T> {
  return {
    items: items.map((item) => ({ ...item, namespace: inCluster(name, item.namespace) })),
    problems: problems.map((problem) => problemOf(name, problem)),
    ...(failed === undefined
      ? {}
      : { failed: new Map([...failed].map(([namespace, error]) => [inCluster(name, namespace), error])) }),
  };
}

/** The part of a scope in each cluster, and the namespaces that no cluster has. A scope without namespaces is for all. */
function split<S extends Scoped>(
  members: readonly Member[],
  memberOf: (namespace: string) => Member | SourceError,
  scope: S,
): { readonly parts: readonly Part<S>[]; readonly unknown: ReadonlyMap<string, SourceError> } {
  if (scope.namespaces === undefined)
    return { parts: members.map((member) => ({ member, scope })), unknown: new Map() };
  const unknown = new Map<string, SourceError>();
  const byMember = new Map<Member, string[]>();
  for (const namespace of scope.namespaces) {
    const member = memberOf(namespace);
    if (member instanceof SourceError) unknown.set(namespace, member);
    else byMember.set(member, [...(byMember.get(member) ?? []), withoutCluster(namespace, member.name)]);
  }
  const parts = [...byMember].map(([member, namespaces]) => {
    const workloads = scope.workloads?.filter(({ namespace }) => memberOf(namespace) === member);
    const own = workloads?.map((workload) => localized(member, workload));
    return { member, scope: { ...scope, namespaces, ...(own === undefined ? {} : { workloads: own }) } };
  });
  return { parts, unknown };
}

/** The namespaces of all clusters. For a cluster that does not answer, those of its last answer. */
async function allNamespaces(
  members: readonly Member[],
  outages: Outages,
  known: Map<string, Listing<Named>>,
  ask: Ask | undefined,
): Promise<Listing<Named>> {
  const failures: SourceError[] = [];
  const started = members.map(({ name, cluster }) => ({ name, reading: cluster.namespaces(ask) }));
  const readings = outages.inTime(started, null);
  const listings = await Promise.all(
    members.map(async ({ name }, member): Promise<Listing<Named>> => {
      try {
        const { items, problems } = (await readings[member]) ?? nothing;
        const listing = {
          items: items.map((item) => ({ ...item, name: inCluster(name, item.name) })),
          problems: problems.map((problem) => problemOf(name, problem)),
        };
        known.set(name, listing);
        return listing;
      } catch (error) {
        const failure = ofCluster(name, error);
        if (!(failure instanceof SourceError)) throw failure;
        failures.push(failure);
        return { items: known.get(name)?.items ?? [], problems: [failure.message] };
      }
    }),
  );
  const [first] = failures;
  if (first !== undefined && failures.length === members.length && known.size === 0) throw first;
  return { items: listings.flatMap(({ items }) => items), problems: listings.flatMap(({ problems }) => problems) };
}

/** The nodes of the clusters whose API server is read. The others are problems. */
async function nodesOf(
  members: readonly Member[],
  ask: Ask | undefined,
  wanted: readonly string[] | null | undefined,
): Promise<Listing<NodeState>> {
  const own = members.filter(({ name }) => wanted?.includes(name) ?? true);
  const listings = await Promise.all(
    own.map(async ({ name, cluster }): Promise<Listing<NodeState>> => {
      const unread = 'Its nodes are unknown, because the server does not read its API server.';
      const { items, problems } = (await cluster.nodes?.(ask)) ?? { items: [], problems: [unread] };
      return {
        items: items.map((node) => ({ ...node, cluster: name })),
        problems: problems.map((problem) => problemOf(name, problem)),
      };
    }),
  );
  return { items: listings.flatMap(({ items }) => items), problems: listings.flatMap(({ problems }) => problems) };
}

function ownProblem(name: string, cluster: ClusterSource): string | null {
  const problem = cluster.problem?.() ?? null;
  return problem === null ? null : problemOf(name, problem);
}

/** Up if one of them answers, because the others are complete without the rest. */
async function statusOfAll(members: readonly Member[], ask: Ask | undefined): ReturnType<MetricsSource['status']> {
  const all = await Promise.all(members.map(async ({ name, metrics }) => ({ name, ...(await metrics.status(ask)) })));
  const details = all.flatMap(({ name, status, detail }) =>
    status === 'down' ? problemOf(name, detail ?? 'it does not answer.') : [],
  );
  const status = details.length === members.length ? 'down' : 'up';
  return { status, ...(details.length === 0 ? {} : { detail: details.join(' ') }) };
}

type Dispatch = <W extends { readonly namespace: string }, T>(
  workload: W,
  read: (member: Member, own: W) => Promise<T>,
) => Promise<T>;

/** No logs at all if the server reads no API server. */
function composePodLogs(members: readonly Member[], dispatch: Dispatch): Pick<AppDeps, 'podLogs'> {
  if (members.every(({ podLogs }) => podLogs === undefined)) return {};
  const open: PodLogs['open'] = (question, signal) =>
    dispatch(question, async ({ name, podLogs }, own) => {
      if (podLogs !== undefined) return podLogs.open(own, signal);
      throw new DomainError(
        'conflict',
        `The server reads no logs of the cluster ${name}, because it is not connected to its API server.`,
      );
    });
  return { podLogs: { open } };
}
