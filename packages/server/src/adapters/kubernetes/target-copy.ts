import { compareText, targetKey } from '@trimtab/core';
import { type Clock, DomainError, type Logger, type TargetRecord } from '../../ports/index.ts';
import { wait } from '../../wait.ts';
import type { KubernetesClient } from './client.ts';
import { forbiddenDelayMs, Informer, type InformerOptions } from './informer.ts';
import { staleMs, timeOf, untilAnswered } from './reader.ts';
import { isAllowed, mayRead, missingText, nameOf, readVerbs } from './rights.ts';
import { readSeen, type SeenTargets, type TargetMemory, writeSeen } from './target-memory.ts';
import { aiScaleTargets, type KeptTarget } from './target-objects.ts';

export type TargetCopyOptions = Pick<InformerOptions<unknown>, 'random' | 'watchMs' | 'forbiddenMs'> & {
  readonly client: KubernetesClient;
  /** The namespaces to read if the server may not read the whole cluster. */
  readonly namespaces: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Without it, the targets are unknown until the API server has answered. */
  readonly memory?: TargetMemory;
};

type View = { readonly records: readonly TargetRecord[]; readonly byKey: ReadonlyMap<string, KeptTarget> };
type CurrentView = View & { readonly stamp: string };

export type TargetCopy = ReturnType<typeof openTargetCopy>;

export const noDefinitionText =
  'Is the definition of AIScaleTarget installed? kubectl get crd aiscaletargets.trimtab.dev shows it.';

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

const savedEveryMs = 60_000;
const group = 'trimtab.dev';
const { plural } = aiScaleTargets;

/** Keeps a copy of all AIScaleTargets. The copy includes the server's own writes immediately. */
export function openTargetCopy({ client, namespaces, clock, logger, memory, ...tuning }: TargetCopyOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let informers: readonly Informer<KeptTarget | null>[] | null = null;
  /** The namespaces that the informers read; null: all. */
  let scope: readonly string[] | null = null;
  let closing = new AbortController();
  /** The number of changes that the informers of earlier scopes counted. */
  let changesBefore = 0;
  let startProblem: string | null = null;
  let missing: readonly WriteRight[] = [];
  let isForbidden = false;
  /** Writes of the server that the watch has not delivered yet; null for a deletion. */
  const written = new Map<string, { readonly kept: KeptTarget; readonly isGone: boolean }>();
  let writes = 0;
  let view: CurrentView | null = null;
  const reported = new Set<string>();
  const running: Promise<unknown>[] = [];
  /** The targets that the last run of the server stored; null as soon as the API server has sent the current ones. */
  let seenBefore: Promise<SeenTargets | null> | null = (memory?.read() ?? Promise.resolve('')).then(
    readSeen,
    () => null,
  );
  let earlier: SeenTargets | null = null;
  const saved = { at: Number.NEGATIVE_INFINITY, stamp: '', done: Promise.resolve() };

  async function missingIn(places: readonly (string | null)[]): Promise<readonly WriteRight[]> {
    const allowed = await Promise.all(
      writeRights.map(async ({ verb, ...more }) => {
        const right = {
          verb,
          group,
          resource: plural,
          ...('subresource' in more && { subresource: more.subresource }),
        };
        return Promise.all(places.map((place) => isAllowed(client, right, place, signal)));
      }),
    );
    return writeRights.filter((_, index) => allowed[index]?.includes(false));
  }

  const mayReadIn = (place: string | null) => mayRead(client, aiScaleTargets, place, signal);

  /**
   * `places` null: the targets of the whole cluster may be read, or none (`isNone`). Otherwise: those of all the
   * namespaces.
   */
  async function readableScope(): Promise<{ readonly places: readonly string[] | null; readonly isNone: boolean }> {
    if (await mayReadIn(null)) return { places: null, isNone: false };
    const readable = await Promise.all(namespaces.map(mayReadIn));
    const isNone = readable.length === 0 || readable.includes(false);
    return { places: isNone ? null : namespaces, isNone };
  }

  async function checkRights(): Promise<void> {
    const { places, isNone } = await readableScope();
    // If the targets of the whole cluster are known, those outside the namespaces must not vanish without an error.
    const isLess = scope === null && places !== null && problem() === null;
    const next = isNone || isLess ? scope : places;
    const lacking = await missingIn(next ?? [null]);
    reportNew(lacking);
    [missing, isForbidden] = [lacking, isNone || isLess];
    if (informers === null || next !== scope) open(next);
  }

  function reportNew(lacking: readonly WriteRight[]): void {
    for (const right of lacking) {
      if (missing.includes(right)) continue;
      logger('warn', 'kubernetes right missing', {
        resource: resourceOf(right),
        verbs: right.verb,
        without: right.without,
      });
    }
  }

  /** Reads these namespaces from now on. The scope and the informers change only together. */
  function open(places: readonly string[] | null): void {
    if (informers !== null) changesBefore = changes() + 1;
    closing.abort();
    closing = new AbortController();
    const until = AbortSignal.any([signal, closing.signal]);
    scope = places;
    informers = (places ?? [null]).map(
      (namespace) => new Informer({ ...tuning, client, resource: aiScaleTargets, namespace, clock, logger, wait }),
    );
    running.push(...informers.map((informer) => informer.run(until)));
  }

  async function start(): Promise<void> {
    await checkRights();
    if (isForbidden)
      logger('warn', 'kubernetes right missing', { resource: plural, verbs: 'list, watch', without: unknown });
    running.push(watchRights());
  }

  /** An administrator may grant the rights while the server runs. */
  async function watchRights(): Promise<void> {
    while (!signal.aborted) {
      await wait(tuning.forbiddenMs ?? forbiddenDelayMs, signal);
      const isLacking = isForbidden || scope !== null || missing.length > 0;
      if (isLacking) await checkRights().catch(() => undefined);
    }
  }

  running.push(
    untilAnswered(start, {
      failed: (error, isFirst) => {
        startProblem = error;
        if (isFirst) logger('warn', 'kubernetes unreachable', { error });
      },
      random: tuning.random,
      signal,
    }),
  );

  const changes = () => (informers ?? []).reduce((sum, informer) => sum + informer.changes, changesBefore);

  /** Why the targets are unknown, as a sentence; null if they are known, even if they are stale. */
  function problem(): string | null {
    if (informers === null) return startProblem ?? 'The Kubernetes API server has not answered yet.';
    const silent = informers.find(({ contactAt }) => contactAt === null);
    if (silent === undefined) return null;
    if (silent.problem === null) return 'The list of AIScaleTargets has not arrived yet.';
    return silent.problem.status === 404 ? `${silent.problem.message} ${noDefinitionText}` : silent.problem.message;
  }

  /** Why the known targets may be outdated, as a sentence; null if they are current or if none are known. */
  function staleProblem(): string | null {
    const why = problem();
    if (why !== null && earlier !== null)
      return `The enrolled targets are those that were known at ${earlier.at}: ${why}`;
    for (const informer of why === null ? (informers ?? []) : []) {
      const at = informer.contactAt ?? 0;
      if (clock.now() - at <= staleMs) continue;
      const cause = informer.problem === null ? '' : ` ${informer.problem.message}`;
      return `The last reading of the enrolled targets was at ${timeOf(at)}.${cause}`;
    }
    return null;
  }

  /** Stores the known targets, at most once a minute. */
  function save({ stamp, byKey }: CurrentView): void {
    if (memory === undefined || stamp === saved.stamp) return;
    Object.assign(saved, { at: clock.now(), stamp });
    const seen = { at: new Date(clock.now()).toISOString(), kept: [...byKey.values()] };
    saved.done = saved.done
      .then(() => memory.write(writeSeen(seen)))
      .catch((error: unknown) => logger('warn', 'the known targets cannot be kept for the next start', { error }));
  }

  /** @throws DomainError `unavailable` while the targets are not known */
  function currentView(): CurrentView {
    const why = problem();
    if (why !== null) throw new DomainError('unavailable', `The enrolled targets are not known: ${why}`);
    const stamp = `${changes()} ${writes} ${written.size}`;
    if (view?.stamp !== stamp) view = { ...viewOf(current(), reportTwice), stamp };
    if (clock.now() - saved.at >= savedEveryMs) save(view);
    return view;
  }

  const isSettled = () =>
    informers === null
      ? startProblem !== null
      : informers.every((each) => each.contactAt !== null || each.problem !== null);

  const informerOf = (namespace: string) => informers?.[scope?.indexOf(namespace) ?? 0];

  /** Whether the watch has delivered what the server wrote. */
  function isRead(key: string, { kept, isGone }: { readonly kept: KeptTarget; readonly isGone: boolean }): boolean {
    const informer = informerOf(kept.record.namespace);
    const seen = informer?.get(key);
    if (isGone) return seen?.uid !== kept.uid;
    return isAtLeast(informer?.version ?? '', kept.version);
  }

  function* current(): Iterable<KeptTarget> {
    for (const [key, own] of written) if (isRead(key, own)) written.delete(key);
    for (const informer of informers ?? []) {
      for (const kept of informer.values()) {
        if (kept !== null && !kept.isDeleting && !written.has(keyOf(kept))) yield kept;
      }
    }
    for (const { kept, isGone } of written.values()) if (!isGone && !kept.isDeleting) yield kept;
  }

  function reportTwice(kept: KeptTarget, first: KeptTarget): void {
    const fields = { namespace: kept.record.namespace, resource: kept.resource, counts: first.resource };
    const text = JSON.stringify(fields);
    if (!reported.has(text)) logger('warn', 'workload enrolled twice', fields);
    reported.add(text);
  }

  return {
    signal,
    changes,
    problem,
    staleProblem,
    size: () => informers?.reduce((sum, { size }) => sum + size, 0) ?? 0,
    view: currentView,
    /** Includes targets that were stored before the last start of the server, while the current ones are unknown. */
    async known(): Promise<View> {
      earlier = await seenBefore;
      // From now on, the current targets are known, so the memory of the earlier ones is freed.
      if (problem() === null) seenBefore = earlier = null;
      return earlier === null ? currentView() : viewOf(earlier.kept, reportTwice);
    },
    /** Whether a resource has this name, for any workload. */
    has(namespace: string, resource: string): boolean {
      const key = `${namespace}/${resource}`;
      const own = written.get(key);
      return own === undefined ? informerOf(namespace)?.get(key) !== undefined : !own.isGone;
    },
    remember(kept: KeptTarget): void {
      written.set(keyOf(kept), { kept, isGone: false });
      writes += 1;
    },
    forget(kept: KeptTarget): void {
      written.set(keyOf(kept), { kept, isGone: true });
      writes += 1;
    },
    enrollProblem(namespace: string): string | null {
      if (scope !== null && !scope.includes(namespace))
        return `This server may enroll only workloads of the namespaces ${scope.join(', ')}.`;
      const why = problem();
      if (why !== null) return `The enrolled targets are not known: ${why}`;
      const right = missing.find(({ verb, ...more }) => ['create', 'patch'].includes(verb) && !('subresource' in more));
      return right === undefined ? null : sentenceOf(right);
    },
    mayReport: () => problem() === null && !missing.some((right) => 'subresource' in right),
    missing: (): readonly string[] => [
      ...(isForbidden ? [missingText(nameOf(aiScaleTargets), readVerbs, unknown)] : []),
      ...missing.map(sentenceOf),
    ],
    async settled(until: AbortSignal): Promise<void> {
      while (!isSettled() && !until.aborted) await wait(20, until);
    },
    async stop(): Promise<void> {
      if (problem() === null) save(currentView());
      stopping.abort();
      await Promise.allSettled([...running, saved.done]);
    },
  };
}

const unknown = 'the enrolled targets are not known';
const resourceOf = (right: WriteRight): string => `${plural}${'subresource' in right ? `/${right.subresource}` : ''}`;
const sentenceOf = (right: WriteRight): string =>
  missingText({ group, resource: resourceOf(right) }, [right.verb], right.without);

const keyOf = ({ record, resource }: KeptTarget): string => `${record.namespace}/${resource}`;

/** Whether a version is equal or later. Versions that are not numbers are only compared for equality. */
const isAtLeast = (version: string, other: string): boolean =>
  version === other || (/^\d+$/.test(version) && /^\d+$/.test(other) && BigInt(version) >= BigInt(other));

/** A name can be enrolled only once. If several resources have the same name, the oldest is used. */
function viewOf(all: Iterable<KeptTarget>, reportTwice: (kept: KeptTarget, first: KeptTarget) => void): View {
  const byKey = new Map<string, KeptTarget>();
  for (const kept of [...all].toSorted(oldestFirst)) {
    const key = targetKey(kept.record);
    const first = byKey.get(key);
    if (first === undefined) byKey.set(key, kept);
    else reportTwice(kept, first);
  }
  const records = [...byKey.values()]
    .map(({ record }) => record)
    .toSorted((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
  return { records, byKey };
}

const oldestFirst = (a: KeptTarget, b: KeptTarget): number =>
  a.createdAt - b.createdAt || compareText(a.resource, b.resource);
