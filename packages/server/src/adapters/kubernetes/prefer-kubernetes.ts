import { type Ask, type ClusterSource, type Listing, type Scope, SourceError } from '../../ports/index.ts';
import type { KubernetesInventory } from './open-kubernetes.ts';
import { inNamespaces } from './rights.ts';
import { asSentence } from './sentences.ts';

const unknownText = 'the owners of requests, VPAs, ScaledObjects and PodDisruptionBudgets are unknown';
const insteadText = `Kubernetes cannot be read, so workloads and pods come from Prometheus, and ${unknownText}.`;
const lostText = (namespaces: readonly string[]) =>
  `Kubernetes cannot be read${inNamespaces(namespaces)}, so workloads and pods there come from Prometheus, and ${unknownText}.`;

type Namespaces = ReturnType<ClusterSource['namespaces']>;

/** If Prometheus fails, the error also says why Kubernetes cannot be read. `problem` is null if it can. */
async function namingBoth<T>(fromPrometheus: Promise<T>, problem: string | null): Promise<T> {
  try {
    return await fromPrometheus;
  } catch (error) {
    if (!(error instanceof SourceError) || problem === null) throw error;
    const { message, timedOut } = error;
    const text = `${asSentence(message)} Kubernetes cannot be read either: ${asSentence(problem)}`;
    throw new SourceError(text, { cause: error, timedOut });
  }
}

/** The answer of Prometheus or, if it fails, the last known one of Kubernetes. */
async function orLastKnown<T>(
  fromPrometheus: () => Promise<Listing<T>>,
  fromKubernetes: () => Promise<Listing<T>>,
  isKnown: boolean,
): Promise<Listing<T>> {
  try {
    return await fromPrometheus();
  } catch (error) {
    if (!(error instanceof SourceError) || !isKnown) throw error;
    const listing = await fromKubernetes();
    const note = `The inventory is the last one that Kubernetes gave: ${error.message}`;
    return { ...listing, problems: [note, ...listing.problems] };
  }
}

/**
 * Uses the inventory of the API server while it is current, otherwise that of Prometheus; `problem` says so. Namespaces
 * that the server may not read from the API server always come from Prometheus.
 */
export function preferKubernetes({ cluster, reader }: KubernetesInventory, prometheus: ClusterSource): ClusterSource {
  const answer = <T>(
    fromKubernetes: () => Promise<Listing<T>>,
    fromPrometheus: () => Promise<Listing<T>>,
  ): Promise<Listing<T>> => {
    const problem = reader.problem();
    if (problem === null) return fromKubernetes();
    return reader.isKnown() ? orLastKnown(fromPrometheus, fromKubernetes, true) : namingBoth(fromPrometheus(), problem);
  };

  /** Reads each namespace from the source that is responsible for it. */
  async function split<T extends { readonly namespace: string }>(
    scope: Scope,
    fromKubernetes: (part: Scope) => Promise<Listing<T>>,
    fromPrometheus: (part: Scope) => Promise<Listing<T>>,
  ): Promise<Listing<T>> {
    const covered = reader.covered();
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
    const lost = reader.lost();
    const [name] = others.namespaces?.filter((each) => lost.has(each)) ?? lost.keys();
    const problem = name === undefined ? null : (lost.get(name) ?? null);
    const [first, second] = await Promise.all([fromKubernetes(own), namingBoth(fromPrometheus(others), problem)]);
    const items = [...first.items, ...second.items.filter(({ namespace }) => !covered.includes(namespace))];
    const failed = second.failed === undefined ? {} : { failed: second.failed };
    return { items, problems: [...first.problems, ...second.problems], ...failed };
  }

  /** Adds the namespaces that the server may read. They exist, because each contains a Role for it. */
  async function withCovered(fromPrometheus: () => Namespaces): Namespaces {
    const covered = reader.problem() === null ? (reader.covered() ?? []) : [];
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

  /** Why Kubernetes does not answer, everywhere or in some namespaces. */
  function ownProblem(): readonly string[] {
    const problem = reader.problem();
    if (problem !== null) return [`${insteadText} ${asSentence(problem)}`];
    const lost = reader.lost();
    const [first] = lost.values();
    return first === undefined ? [] : [`${lostText([...lost.keys()])} ${asSentence(first)}`];
  }

  return {
    problem() {
      const own = ownProblem();
      // Usage comes from Prometheus even while Kubernetes answers.
      const all = [...own, ...[prometheus.problem?.() ?? []].flat()];
      return all.length === 0 ? null : all.join(' ');
    },
    namespaces(ask?: Ask) {
      const fromKubernetes = () => cluster.namespaces(ask);
      const fromPrometheus = () => prometheus.namespaces(ask);
      if (reader.isCurrent('namespaces')) return answer(fromKubernetes, fromPrometheus);
      const isKnown = reader.informers?.namespaces.every(({ contactAt }) => contactAt !== null) ?? false;
      return isKnown ? orLastKnown(fromPrometheus, fromKubernetes, true) : withCovered(fromPrometheus);
    },
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
    pods(workload, ask) {
      const fromKubernetes = () => cluster.pods(workload, ask);
      const fromPrometheus = () => prometheus.pods(workload, ask);
      const { namespace } = workload;
      if (reader.scope !== null && !reader.scope.includes(namespace)) return fromPrometheus();
      return reader.lost().has(namespace)
        ? orLastKnown(fromPrometheus, fromKubernetes, reader.isKnown(namespace))
        : answer(fromKubernetes, fromPrometheus);
    },
  };
}
