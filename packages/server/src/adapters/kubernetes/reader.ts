import type { Clock, Logger } from '../../ports/index.ts';
import { wait } from '../../wait.ts';
import { type KubernetesClient, problemOf } from './client.ts';
import { hpas } from './hpa-objects.ts';
import { forbiddenDelayMs, Informer, type InformerOptions, longestDelayMs, type Resource } from './informer.ts';
import { limitRanges, quotas } from './limit-objects.ts';
import * as kept from './objects.ts';
import { logRight } from './pod-logs.ts';
import {
  consequences,
  isAllowed,
  type KeptOf,
  missingRights,
  missingText,
  nameOf,
  type ReadResource,
  readResourceNames,
  readResources,
  readVerbs,
  requiredNames,
} from './rights.ts';
import * as rivals from './rival-objects.ts';

export type ReaderOptions = Pick<InformerOptions<unknown>, 'random' | 'watchMs' | 'forbiddenMs'> & {
  readonly client: KubernetesClient;
  /** The namespaces to read if the server may not read the whole cluster. */
  readonly namespaces: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
};

/** An inventory that was not confirmed for this long is stale. */
export const staleMs = 60_000;

/** A sentence with a time stays the same in every answer, unlike one with an age. */
export const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

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
  #missing: ReadonlySet<ReadResource> = new Set();
  #startProblem: string | null = null;
  /** Whether the server may read the logs of pods; null while unknown. */
  readsLogs: boolean | null = null;
  /** The namespaces that the informers read; null: all. */
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

  /** Why the objects may be outdated, as a sentence; null if they are current. */
  problem(): string | null {
    if (this.#informers === null) return this.#startProblem ?? 'The Kubernetes API server has not answered yet.';
    for (const name of requiredNames) {
      for (const { contactAt, problem } of this.#informers[name]) {
        const { plural } = readResources[name];
        if (contactAt === null && this.#missing.has(name)) return this.#missingText(name);
        if (contactAt === null) return problem?.message ?? `The list of ${plural} has not arrived yet.`;
        if (this.#isStale(contactAt)) return staleText(plural, contactAt, problem);
      }
    }
    return null;
  }

  /** Whether a complete inventory has been read at some time. It may be stale now. */
  isKnown(): boolean {
    const informers = this.#informers;
    return (
      informers !== null && requiredNames.every((name) => informers[name].every(({ contactAt }) => contactAt !== null))
    );
  }

  #isStale(contactAt: number): boolean {
    return this.#options.clock.now() - contactAt > staleMs;
  }

  /** One sentence for each resource that cannot be read: what is unknown without it, or how old the known objects are. */
  missing(names: readonly ReadResource[] = readResourceNames): readonly string[] {
    return names.flatMap((name) => {
      const { plural } = readResources[name];
      const informers = this.#informers?.[name] ?? [];
      if (this.#missing.has(name) || informers.some(({ isForbidden }) => isForbidden)) return this.#missingText(name);
      const problem = informers.find(({ contactAt }) => contactAt === null)?.problem;
      if (problem) return `Kubernetes gives no ${plural}, so ${consequences[name]}: ${problem.message}`;
      // If there is a problem, it already says that the whole inventory is outdated.
      return this.problem() === null ? this.#staleTexts(name) : [];
    });
  }

  /** At most one sentence. */
  #staleTexts(name: ReadResource): readonly string[] {
    const informers: readonly Informer<unknown>[] = this.#informers?.[name] ?? [];
    const { plural } = readResources[name];
    return informers
      .flatMap(({ contactAt, problem }) =>
        contactAt !== null && problem !== null && this.#isStale(contactAt) ? staleText(plural, contactAt, problem) : [],
      )
      .slice(0, 1);
  }

  #missingText(name: ReadResource): string {
    return missingText(nameOf(readResources[name]), readVerbs, consequences[name]);
  }

  /** How many objects of each readable resource are stored. */
  counts(): readonly (readonly [plural: string, count: number])[] {
    const informers = this.#informers;
    if (informers === null) return [];
    return readResourceNames
      .filter((name) => !this.#missing.has(name) && informers[name].every(({ contactAt }) => contactAt !== null))
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
        : readResourceNames.every(
            (name) =>
              this.#missing.has(name) ||
              this.#informers?.[name].every(({ contactAt, problem }) => contactAt !== null || problem !== null),
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
    const { scope, missing } = await this.#findRights();
    for (const name of missing) {
      const { plural } = readResources[name];
      logger('warn', 'kubernetes right missing', {
        resource: plural,
        verbs: 'list, watch',
        without: consequences[name],
      });
    }
    const readsLogs = await this.#mayReadLogs(scope);
    // The role of the chart has this right only with rbac.podLogs=true, so its absence is no reason for a warning.
    if (!readsLogs) {
      const without = 'the logs of pods can neither be shown nor exported';
      logger('info', 'kubernetes right missing', { resource: 'pods/log', verbs: 'get', without });
    }
    this.#open(scope, missing, readsLogs);
    this.#running.push(this.#watchRights());
  }

  /**
   * The missing rights in the whole cluster or, if its workloads cannot be read but those of all the namespaces can, in
   * these.
   */
  async #findRights(names: readonly ReadResource[] = readResourceNames): Promise<Rights> {
    const { client, namespaces } = this.#options;
    const { signal } = this.#stopping;
    const missing = await missingRights(client, this.scope, signal, names);
    if (this.scope === null && lacksRequired(missing) && namespaces.length > 0) {
      const inNamespaces = await missingRights(client, namespaces, signal);
      if (!lacksRequired(inNamespaces)) return { scope: namespaces, missing: inNamespaces };
    }
    return { scope: this.scope, missing };
  }

  async #mayReadLogs(scope: Rights['scope']): Promise<boolean> {
    const { client } = this.#options;
    const { signal } = this.#stopping;
    const allowed = (scope ?? [null]).map((namespace) => isAllowed(client, logRight, namespace, signal));
    return (await Promise.all(allowed)).every((each) => each);
  }

  /** Reads these namespaces from now on. The scope and the informers change only together. */
  #open(scope: Rights['scope'], missing: Rights['missing'], readsLogs: boolean): void {
    if (this.#informers !== null) this.#changesBefore = this.changes() + 1;
    this.#closing.abort();
    this.#closing = new AbortController();
    [this.scope, this.#missing, this.readsLogs] = [scope, missing, readsLogs];
    this.#informers = openInformers(this.#options, scope);
    for (const name of readResourceNames) if (!missing.has(name)) this.#run(name);
  }

  #run(name: ReadResource): void {
    const until = AbortSignal.any([this.#stopping.signal, this.#closing.signal]);
    for (const informer of this.#informers?.[name] ?? []) this.#running.push(informer.run(until));
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
    const { scope, missing } = await this.#findRights([...before]);
    if (scope !== this.scope) return this.#open(scope, missing, await this.#mayReadLogs(scope));
    this.#missing = missing;
    for (const name of before) if (!missing.has(name)) this.#run(name);
  }
}

type Rights = { readonly scope: readonly string[] | null; readonly missing: ReadonlySet<ReadResource> };

const staleText = (plural: string, contactAt: number, problem: Error | null): string =>
  `The last reading of ${plural} was at ${timeOf(contactAt)}.${problem === null ? '' : ` ${problem.message}`}`;

/** Whether the list of workloads would be incomplete. */
const lacksRequired = (missing: ReadonlySet<ReadResource>): boolean => requiredNames.some((name) => missing.has(name));

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
      failed(problemOf(error).message, failures === 0);
      await wait(Math.min(longestDelayMs, 500 * 2 ** Math.min(failures, 8)) * (0.5 + random()), signal);
    }
  }
}
