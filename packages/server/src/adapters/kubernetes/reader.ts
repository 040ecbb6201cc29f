import type { Clock, Logger } from '../../ports/index.ts';
import { wait } from '../../wait.ts';
import { type KubernetesClient, problemOf } from './client.ts';
import { hpas } from './hpa-objects.ts';
import { forbiddenDelayMs, Informer, type InformerOptions, type Resource } from './informer.ts';
import { limitRanges, quotas } from './limit-objects.ts';
import * as kept from './objects.ts';
import { logRight } from './pod-logs.ts';
import { pauseAfter } from './retries.ts';
import {
  consequences,
  isAllowed,
  type KeptOf,
  lacksRequired,
  type MissingRights,
  mayRead,
  missingRights,
  missingText,
  nameOf,
  type Place,
  placesToName,
  type ReadResource,
  readResourceNames,
  readResources,
  readVerbs,
  requiredNames,
} from './rights.ts';
import * as rivals from './rival-objects.ts';
import { lastReadText, staleMs } from './sentences.ts';

export type ReaderOptions = Pick<InformerOptions<unknown>, 'random' | 'watchMs' | 'forbiddenMs'> & {
  readonly client: KubernetesClient;
  /** The namespaces to read if the server may not read the whole cluster. */
  readonly namespaces: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
};

type Informers = { readonly [Name in ReadResource]: readonly Informer<KeptOf<Name>>[] };

function openInformers(options: ReaderOptions, scope: readonly string[] | null): Informers {
  const open = <T>(resource: Resource<T>): readonly Informer<T>[] =>
    (scope === null || resource.isClusterWide ? [null] : scope).map(
      (namespace) => new Informer({ ...options, resource, namespace, wait }),
    );
  return {
    deployments: open(kept.deployments),
    statefulSets: open(kept.statefulSets),
    daemonSets: open(kept.daemonSets),
    replicaSets: open(kept.replicaSets),
    pods: open(kept.pods),
    hpas: open(hpas),
    namespaces: open(kept.namespaces),
    quotas: open(quotas),
    limitRanges: open(limitRanges),
    vpas: open(rivals.vpas),
    scaledObjects: open(rivals.scaledObjects),
    budgets: open(rivals.budgets),
    nodes: open(kept.nodes),
  };
}

/** Checks its rights, then keeps a copy of the objects that it may read. */
export class Reader {
  readonly #options: ReaderOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>[];
  #informers: Informers | null = null;
  #closing = new AbortController();
  /** The number of changes that the informers of earlier scopes counted. */
  #changesBefore = 0;
  #missing: MissingRights = new Map();
  #startProblem: string | null = null;
  /** Whether the server may read the logs of pods, where it reads the pods; null while unknown. */
  readsLogs: boolean | null = null;
  /** The namespaces that are read as far as the rights allow it; null: all. */
  scope: readonly string[] | null = null;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#running = [this.#startUntilAnswered()];
  }

  get informers(): Informers | null {
    return this.#informers;
  }

  /** The stored objects of a resource. */
  *values<Name extends ReadResource>(name: Name): Iterable<KeptOf<Name>> {
    for (const informer of this.#informers?.[name] ?? []) yield* informer.values();
  }

  /** Why the objects may be outdated everywhere, as a sentence; null if some namespaces or all are current. */
  problem(): string | null {
    if (this.#informers === null) return this.#startProblem ?? 'The Kubernetes API server has not answered yet.';
    const problems = (this.scope ?? [null]).map((place) => this.#problemIn(place));
    return problems.includes(null) ? null : (problems[0] ?? null);
  }

  /** The namespaces of the scope whose objects may be outdated or are unknown, each with the reason as a sentence. */
  lost(): ReadonlyMap<string, string> {
    const lost = new Map<string, string>();
    for (const namespace of this.#informers === null ? [] : (this.scope ?? [])) {
      const problem = this.#problemIn(namespace);
      if (problem !== null) lost.set(namespace, problem);
    }
    return lost;
  }

  /** The namespaces of the scope whose objects are current; null: all. */
  covered(): readonly string[] | null {
    if (this.scope === null) return null;
    const lost = this.lost();
    return this.scope.filter((namespace) => !lost.has(namespace));
  }

  /** Whether a complete inventory of the cluster or of a namespace of the scope has been read. It may be stale now. */
  isKnown(namespace?: string): boolean {
    const places: readonly Place[] = namespace === undefined ? (this.scope ?? [null]) : [this.scope && namespace];
    return places.some((place) =>
      requiredNames.every((name) => (this.#informerOf(name, place)?.contactAt ?? null) !== null),
    );
  }

  /** Whether all objects of a resource are known and were confirmed lately. */
  isCurrent(name: ReadResource): boolean {
    const informers = this.#informers?.[name] ?? [];
    return informers.length > 0 && informers.every(({ contactAt }) => contactAt !== null && !this.#isStale(contactAt));
  }

  #informerOf(name: ReadResource, place: Place): Informer<unknown> | undefined {
    const informers: readonly Informer<unknown>[] = this.#informers?.[name] ?? [];
    return informers.find(({ namespace }) => namespace === place);
  }

  /** Why the workloads and pods of a place may be outdated or are unknown, as a sentence; null if they are current. */
  #problemIn(place: Place): string | null {
    for (const name of requiredNames) {
      const { contactAt = null, problem = null } = this.#informerOf(name, place) ?? {};
      const { plural } = readResources[name];
      if (contactAt === null && this.#lacks(name, place)) return this.#missingText(name, [place]);
      if (contactAt === null) return problem?.message ?? `The list of ${plural} has not arrived yet.`;
      if (this.#isStale(contactAt)) return lastReadText(plural, contactAt, problem);
    }
    return null;
  }

  #lacks(name: ReadResource, place: Place): boolean {
    return this.#missing.get(name)?.has(place) ?? false;
  }

  #isStale(contactAt: number): boolean {
    return this.#options.clock.now() - contactAt > staleMs;
  }

  /** One sentence for each resource that cannot be read: what is unknown without it, or how old the known objects are. */
  missing(names: readonly ReadResource[] = readResourceNames): readonly string[] {
    const isDown = this.problem() !== null;
    const lost = this.lost();
    return names.flatMap((name) => {
      const { plural } = readResources[name];
      // Prometheus answers for a namespace that is lost, so nothing else is missing there.
      const isRelevant = ({ namespace }: Informer<unknown>) =>
        requiredNames.includes(name) || namespace === null || !lost.has(namespace);
      const informers: readonly Informer<unknown>[] = (this.#informers?.[name] ?? []).filter(isRelevant);
      const unread = informers.filter(({ contactAt }) => contactAt === null);
      const refused = unread.filter((each) => each.isForbidden || this.#lacks(name, each.namespace));
      if (refused.length > 0)
        return this.#missingText(
          name,
          refused.map(({ namespace }) => namespace),
        );
      const problem = unread.find((each) => each.problem !== null)?.problem;
      if (problem) return `Kubernetes gives no ${plural}, so ${consequences[name]}: ${problem.message}`;
      // If there is a problem, it already says that the whole inventory is outdated.
      if (isDown) return [];
      if (unread.length > 0) return `The list of ${plural} has not arrived yet: ${consequences[name]}.`;
      const stale = informers.find((each) => each.contactAt !== null && this.#isStale(each.contactAt) && each.problem);
      return stale === undefined ? [] : lastReadText(plural, stale.contactAt ?? 0, stale.problem);
    });
  }

  #missingText(name: ReadResource, places: readonly Place[]): string {
    const all = readResources[name].isClusterWide ? [null] : (this.scope ?? [null]);
    return missingText(nameOf(readResources[name]), readVerbs, consequences[name], placesToName(places, all));
  }

  /** How many objects of each readable resource are stored. */
  counts(): readonly (readonly [plural: string, count: number])[] {
    const informers = this.#informers;
    if (informers === null) return [];
    return readResourceNames
      .filter((name) => informers[name].some(({ contactAt }) => contactAt !== null))
      .map((name) => [readResources[name].plural, informers[name].reduce((sum: number, { size }) => sum + size, 0)]);
  }

  /** Increases with every change of an object. */
  changes(): number {
    const all: readonly Informer<unknown>[] = Object.values(this.#informers ?? {}).flat();
    return all.reduce((sum, { changes }) => sum + changes, this.#changesBefore);
  }

  /** Resolves when the first lists have arrived or failed. */
  async settled(signal: AbortSignal): Promise<void> {
    const isSettled = () =>
      this.#informers === null
        ? this.#startProblem !== null
        : readResourceNames.every((name) =>
            this.#informers?.[name].every(
              ({ namespace, contactAt, problem }) =>
                contactAt !== null || problem !== null || this.#lacks(name, namespace),
            ),
          );
    while (!isSettled() && !signal.aborted) await wait(20, signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#running);
  }

  #startUntilAnswered(): Promise<void> {
    const { logger, random } = this.#options;
    return untilAnswered(() => this.#start(), {
      failed: (problem, isFirst) => {
        this.#startProblem = problem;
        if (isFirst) logger('warn', 'kubernetes unreachable', { error: problem });
      },
      random,
      signal: this.#stopping.signal,
    });
  }

  async #start(): Promise<void> {
    const { logger } = this.#options;
    const rights = await this.#findRights();
    const { scope, missing } = rights;
    for (const [name, places] of missing) {
      const resource = readResources[name];
      const named = placesToName([...places], resource.isClusterWide ? [null] : (scope ?? [null]));
      logger('warn', 'kubernetes right missing', {
        resource: resource.plural,
        verbs: 'list, watch',
        without: consequences[name],
        ...(named.length > 0 && { namespaces: named.join(', ') }),
      });
    }
    const readsLogs = await this.#mayReadLogs(rights);
    // The role of the chart has this right only with rbac.podLogs=true, so its absence is no reason for a warning.
    if (!readsLogs) {
      const without = 'the logs of pods can neither be shown nor exported';
      logger('info', 'kubernetes right missing', { resource: 'pods/log', verbs: 'get', without });
    }
    this.#open(rights, readsLogs);
    this.#running.push(this.#watchRights());
  }

  /**
   * The missing rights in the whole cluster or, if its workloads cannot be read but those of some of the namespaces can,
   * in these. While only namespaces are read, it also checks whether the rights for the whole cluster were given meanwhile.
   */
  async #findRights(names: readonly ReadResource[] = readResourceNames): Promise<Rights> {
    const { client, namespaces } = this.#options;
    const { signal } = this.#stopping;
    // Asks for one right first. If it is missing, the others need not be checked.
    if (this.scope !== null && (await mayRead(client, readResources.deployments, null, signal))) {
      const inCluster = await missingRights(client, null, signal);
      if (!lacksRequired(inCluster, null)) return { scope: null, missing: inCluster };
    }
    const missing = await missingRights(client, this.scope, signal, names);
    if (this.scope === null && lacksRequired(missing, null) && namespaces.length > 0) {
      const inNamespaces = await missingRights(client, namespaces, signal);
      // A namespace that was deleted took the role for it along. The others are still read.
      if (namespaces.some((each) => !lacksRequired(inNamespaces, each)))
        return { scope: namespaces, missing: inNamespaces };
    }
    return { scope: this.scope, missing };
  }

  async #mayReadLogs({ scope, missing }: Rights): Promise<boolean> {
    const { client } = this.#options;
    const { signal } = this.#stopping;
    const places = scope?.filter((each) => !lacksRequired(missing, each)) ?? [null];
    const allowed = places.map((place) => isAllowed(client, logRight, place, signal));
    return (await Promise.all(allowed)).every((each) => each);
  }

  /** Reads these namespaces from now on. The scope and the informers change only together. */
  #open({ scope, missing }: Rights, readsLogs: boolean): void {
    if (this.#informers !== null) this.#changesBefore = this.changes() + 1;
    this.#closing.abort();
    this.#closing = new AbortController();
    [this.scope, this.#missing, this.readsLogs] = [scope, missing, readsLogs];
    this.#informers = openInformers(this.#options, scope);
    for (const name of readResourceNames)
      for (const informer of this.#informers[name]) if (!this.#lacks(name, informer.namespace)) this.#run(informer);
  }

  #run(informer: Informer<unknown>): void {
    this.#running.push(informer.run(AbortSignal.any([this.#stopping.signal, this.#closing.signal])));
  }

  /** An administrator may grant the rights while the server runs. */
  async #watchRights(): Promise<void> {
    const { forbiddenMs = forbiddenDelayMs } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await wait(forbiddenMs, signal);
      await this.#useNewRights().catch(() => undefined);
    }
  }

  async #useNewRights(): Promise<void> {
    const before = this.#missing;
    const rights = await this.#findRights([...before.keys()]);
    if (rights.scope !== this.scope) return this.#open(rights, await this.#mayReadLogs(rights));
    const still = new Map<ReadResource, ReadonlySet<Place>>();
    for (const [name, places] of before) {
      const left = places.intersection(rights.missing.get(name) ?? new Set<Place>());
      if (left.size > 0) still.set(name, left);
      for (const place of places.difference(left)) {
        const informer = this.#informerOf(name, place);
        if (informer !== undefined) this.#run(informer);
      }
    }
    this.#missing = still;
    if (!this.readsLogs) this.readsLogs = await this.#mayReadLogs({ scope: rights.scope, missing: still });
  }
}

type Rights = { readonly scope: readonly string[] | null; readonly missing: MissingRights };

type Attempts = {
  readonly failed: (problem: string, isFirst: boolean) => void;
  readonly random: (() => number) | undefined;
  readonly signal: AbortSignal;
};

/** Calls `start` again until the API server answers. */
export async function untilAnswered(start: () => Promise<void>, { failed, random = Math.random, signal }: Attempts) {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      return await start();
    } catch (error) {
      if (signal.aborted) return;
      const problem = problemOf(error);
      failed(problem.message, failures === 0);
      await wait(pauseAfter(problem, failures, random), signal);
    }
  }
}
