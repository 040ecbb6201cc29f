import {
  type Ask,
  type ClusterSource,
  type Listing,
  type Scope,
  SourceError,
  type WorkloadIdentity,
} from '../../ports/index.ts';
import type { KubernetesInventory } from './open-kubernetes.ts';

const insteadText =
  'Kubernetes cannot be read, so workloads and pods come from Prometheus, and the owners of requests, VPAs, ScaledObjects and PodDisruptionBudgets are unknown.';

type Namespaces = ReturnType<ClusterSource['namespaces']>;

/**
 * Uses the inventory of the API server while it is current, otherwise that of Prometheus; `problem` says so. Namespaces
 * that the server may not read from the API server always come from Prometheus.
 */
export function preferKubernetes({ cluster, reader }: KubernetesInventory, prometheus: ClusterSource): ClusterSource {
  async function answer<T>(
    fromKubernetes: () => Promise<Listing<T>>,
    fromPrometheus: () => Promise<Listing<T>>,
  ): Promise<Listing<T>> {
    if (reader.problem() === null) return fromKubernetes();
    try {
      return await fromPrometheus();
    } catch (error) {
      if (!(error instanceof SourceError) || !reader.isKnown()) throw error;
      const listing = await fromKubernetes();
      const note = `The inventory is the last one that Kubernetes gave: ${error.message}`;
      return { ...listing, problems: [note, ...listing.problems] };
    }
  }

  /** Reads each namespace from the source that is responsible for it. */
  async function split<T extends { readonly namespace: string }>(
    scope: Scope,
    fromKubernetes: (part: Scope) => Promise<Listing<T>>,
    fromPrometheus: (part: Scope) => Promise<Listing<T>>,
  ): Promise<Listing<T>> {
    const covered = reader.scope;
    if (covered === null || reader.problem() !== null) {
      return answer(
        () => fromKubernetes(scope),
        () => fromPrometheus(scope),
      );
    }
    const own = { namespaces: covered.filter((each) => scope.namespaces?.includes(each) ?? true) };
    const others =
      scope.namespaces === undefined
        ? scope
        : { namespaces: scope.namespaces.filter((each) => !covered.includes(each)) };
    const [first, second] = await Promise.all([fromKubernetes(own), fromPrometheus(others)]);
    const items = [...first.items, ...second.items.filter(({ namespace }) => !covered.includes(namespace))];
    const failed = second.failed === undefined ? {} : { failed: second.failed };
    return { items, problems: [...first.problems, ...second.problems], ...failed };
  }

  /** Adds the namespaces that the server may read. They exist, because each contains a Role for it. */
  async function withCovered(fromPrometheus: () => Namespaces): Namespaces {
    const covered = reader.problem() === null ? (reader.scope ?? []) : [];
    const added = covered.map((name) => ({ name, createdAt: null }));
    try {
      const { items, ...rest } = await fromPrometheus();
      const missing = added.filter(({ name }) => items.every((one) => one.name !== name));
      return { ...rest, items: [...items, ...missing].toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
    } catch (error) {
      if (!(error instanceof SourceError) || covered.length === 0) throw error;
      return { items: added, problems: [`Namespaces other than ${covered.join(', ')} are unknown: ${error.message}`] };
    }
  }

  const isCovered = ({ namespace }: WorkloadIdentity) => reader.scope?.includes(namespace) ?? true;
  return {
    problem() {
      const problem = reader.problem();
      const own = problem === null ? [] : [`${insteadText} ${problem.replace(/\.?$/, '.')}`];
      // Usage comes from Prometheus even while Kubernetes answers.
      const all = [...own, ...[prometheus.problem?.() ?? []].flat()];
      return all.length === 0 ? null : all.join(' ');
    },
    namespaces: (ask?: Ask) =>
      reader.informers?.namespaces.every(({ contactAt }) => contactAt !== null)
        ? answer(
            () => cluster.namespaces(ask),
            () => prometheus.namespaces(ask),
          )
        : withCovered(() => prometheus.namespaces(ask)),
    workloads: (scope, ask) =>
      split(
        scope,
        (part) => cluster.workloads(part, ask),
        (part) => prometheus.workloads(part, ask),
      ),
    // Prometheus answers for namespaces that the server may not read, and while the inventory is not current.
    version: () => (reader.scope === null && reader.problem() === null ? cluster.version() : null),
    labels: (scope, ask) =>
      split(
        scope,
        (part) => cluster.labels(part, ask),
        async (part) => (await prometheus.labels?.(part, ask)) ?? { items: [], problems: [] },
      ),
    nodes: async (ask) => {
      const listing = await cluster.nodes(ask);
      const problem = reader.problem();
      return problem === null
        ? listing
        : { ...listing, problems: [`The nodes may not be current: ${problem}`, ...listing.problems] };
    },
    pods: (workload, ask) =>
      isCovered(workload)
        ? answer(
            () => cluster.pods(workload, ask),
            () => prometheus.pods(workload, ask),
          )
        : prometheus.pods(workload, ask),
  };
}
