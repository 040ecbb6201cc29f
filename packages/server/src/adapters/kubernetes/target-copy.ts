import { compareText, targetKey } from '@trimtab/core';
import { type Clock, DomainError, type Logger, type TargetRecord } from '../../ports/index.ts';
import { wait } from '../../wait.ts';
import { firstNames } from '../first-names.ts';
import type { KubernetesClient } from './client.ts';
import { forbiddenDelayMs, Informer, type InformerOptions } from './informer.ts';
import { untilAnswered } from './reader.ts';
import { inNamespaces, type Place } from './rights.ts';
import { asSentence, lastReadText, staleMs } from './sentences.ts';
import { readSeen, type SeenTargets, type TargetMemory, writeSeen } from './target-memory.ts';
import { aiScaleTargets, isReadable, type KeptTarget, type UnreadableTarget } from './target-objects.ts';
import {
  enrollRightProblem,
  findTargetRights,
  logNewlyLacking,
  logUnreadable,
  mayWriteStatus,
  missingTargetRights,
  placesOf,
  type TargetRights,
} from './target-rights.ts';

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

const savedEveryMs = 60_000;

/** Keeps a copy of all AIScaleTargets. The copy includes the server's own writes immediately. */
export function openTargetCopy({ client, namespaces, clock, logger, memory, ...tuning }: TargetCopyOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Null until the first check of the rights. It decides which namespaces are read. */
  let rights: TargetRights | null = null;
  /** By namespace; null: of the whole cluster. Places that may not be read have none until the right is given. */
  let informers: ReadonlyMap<Place, Informer<KeptTarget | UnreadableTarget>> = new Map();
  let closing = new AbortController();
  /** The number of changes that the informers of earlier scopes counted. */
  let changesBefore = 0;
  let startProblem: string | null = null;
  /** Writes of the server that the watch has not delivered yet; null for a deletion. */
  const written = new Map<string, { readonly kept: KeptTarget; readonly isGone: boolean }>();
  let writes = 0;
  let view: CurrentView | null = null;
  let unreadable: { readonly changes: number; readonly byKey: ReadonlyMap<string, UnreadableTarget> } | null = null;
  const reported = new Set<string>();
  /** The version of each resource that cannot be read, as it was logged. */
  const logged = new Map<string, string>();
  const running: Promise<unknown>[] = [];
  /** The targets that the last run of the server stored; null as soon as the API server has sent the current ones. */
  let earlier: SeenTargets | null = null;
  const load = async () => void (earlier = await (memory?.read() ?? Promise.resolve('')).then(readSeen, () => null));
  const loading = load();
  const saved = { at: Number.NEGATIVE_INFINITY, stamp: '', done: Promise.resolve() };

  async function checkRights(): Promise<void> {
    const before = rights;
    const knowsAll = () => before !== null && before.scope === null && problem() === null;
    const find = () => findTargetRights({ client, namespaces, signal }, before?.scope ?? null, knowsAll());
    const found = await find();
    // If the list of the whole cluster has arrived during the check, the scope must not become narrower.
    const next = found.scope !== null && knowsAll() ? await find() : found;
    logNewlyLacking(logger, before, next);
    open(before, next);
  }

  /** Reads these namespaces from now on. The scope and the informers change only together. */
  function open(before: TargetRights | null, next: TargetRights): void {
    if (before?.scope !== next.scope) {
      if (before !== null) changesBefore = changes() + 1;
      closing.abort();
      closing = new AbortController();
      informers = new Map();
    }
    rights = next;
    const until = AbortSignal.any([signal, closing.signal]);
    const all = new Map(informers);
    for (const namespace of placesOf(next.scope)) {
      // An informer whose right was taken away tries again. The whole cluster is tried even without the right, for the
      // reason of the refusal.
      if (all.has(namespace) || (namespace !== null && next.unreadable.includes(namespace))) continue;
      const informer = new Informer({ ...tuning, client, resource: aiScaleTargets, namespace, clock, logger, wait });
      all.set(namespace, informer);
      running.push(informer.run(until));
    }
    informers = all;
  }

  async function start(): Promise<void> {
    await loading;
    await checkRights();
    if (rights !== null) logUnreadable(logger, rights);
    running.push(watchRights());
  }

  /** An administrator may grant the rights while the server runs. */
  async function watchRights(): Promise<void> {
    while (!signal.aborted) {
      await wait(tuning.forbiddenMs ?? forbiddenDelayMs, signal);
      const isComplete = rights?.scope === null && rights.unreadable.length === 0 && rights.lacking.size === 0;
      if (!isComplete) await checkRights().catch(() => undefined);
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

  const changes = () => [...informers.values()].reduce((sum, informer) => sum + informer.changes, changesBefore);

  /** Why the targets of a place are unknown, as a sentence; null if they are known, even if they are stale. */
  function problemIn(place: Place): string | null {
    if (rights === null) return startProblem ?? 'The Kubernetes API server has not answered yet.';
    const informer = informers.get(place);
    if (informer === undefined)
      return `Kubernetes does not allow this server to list and watch aiscaletargets in namespace ${place}.`;
    if (informer.contactAt !== null) return null;
    if (informer.problem === null) return 'The list of AIScaleTargets has not arrived yet.';
    const { status, message } = informer.problem;
    return status === 404 ? `${asSentence(message)} ${noDefinitionText}` : message;
  }

  const places = () => placesOf(rights?.scope ?? null);
  const unknownPlaces = () => places().filter((place) => problemIn(place) !== null);
  /** Why all targets are unknown, as a sentence; null if those of some namespaces or all are known. */
  function problem(): string | null {
    const problems = places().map(problemIn);
    return problems.includes(null) ? null : (problems[0] ?? null);
  }

  /** The place whose informer has the targets of a namespace. */
  const placeOf = (namespace: string): Place => (places().includes(null) ? null : namespace);
  const earlierIn = (all: readonly Place[]): readonly KeptTarget[] =>
    (earlier?.kept ?? []).filter(({ record }) => all.includes(placeOf(record.namespace)));

  /** Why the known targets may be outdated or lack some, as sentences; null if they are current or if none are known. */
  function staleProblem(): string | null {
    const why = problem();
    if (why !== null)
      return earlier === null ? null : `The enrolled targets are those that were known at ${earlier.at}: ${why}`;
    const texts = [...unknownTexts(), ...staleTexts(), ...unreadableTexts()];
    return texts.length === 0 ? null : texts.map(asSentence).join(' ');
  }

  /** At most one sentence for each time at which the targets of the namespaces were known. */
  function unknownTexts(): readonly string[] {
    const byTime = Map.groupBy(unknownPlaces(), (place) =>
      place !== null && earlierIn([place]).length > 0 ? (earlier?.earlier.get(place) ?? earlier?.at) : undefined,
    );
    return [...byTime].map(([at, some]) => {
      const state = at === undefined ? 'not known' : `those that were known at ${at}`;
      const where = inNamespaces(some.filter((place) => place !== null));
      return `The enrolled targets${where} are ${state}: ${problemIn(some[0] ?? null)}`;
    });
  }

  /** At most one sentence. */
  function staleTexts(): readonly string[] {
    const stale = [...informers].filter(([, { contactAt }]) => contactAt !== null && clock.now() - contactAt > staleMs);
    const [first] = stale;
    if (first === undefined) return [];
    const [, { contactAt, problem: cause }] = first;
    const isAll = stale.length === places().length;
    const where = isAll ? '' : inNamespaces(stale.flatMap(([place]) => place ?? []));
    return [lastReadText(`the enrolled targets${where}`, contactAt ?? 0, cause)];
  }

  /** At most one sentence. */
  function unreadableTexts(): readonly string[] {
    const all = [...unreadableTargets().values()];
    if (all.length === 0) return [];
    const names = all.map(({ namespace, resource, field }) => `${namespace}/${resource}${field && ` (${field})`}`);
    return [
      `These AIScaleTargets cannot be read, so their targets are missing: ${firstNames(names)}. Their definition may be newer than this server.`,
    ];
  }

  /** Stores the known targets, at most once a minute. */
  function save({ stamp, byKey }: CurrentView): void {
    if (memory === undefined || memory.isOurs?.() === false || stamp === saved.stamp) return;
    Object.assign(saved, { at: clock.now(), stamp });
    const unknown = unknownPlaces();
    const times = unknown.flatMap((place) =>
      place === null || earlier === null ? [] : [[place, earlier.earlier.get(place) ?? earlier.at] as const],
    );
    const kept = [...byKey.values(), ...earlierIn(unknown)];
    const text = writeSeen({ at: new Date(clock.now()).toISOString(), earlier: new Map(times), kept });
    saved.done = saved.done
      .then(() => memory.write(text))
      .catch((error: unknown) => logger('warn', 'the known targets cannot be kept for the next start', { error }));
  }

  /** @throws DomainError `unavailable` while no targets are known */
  function currentView(): CurrentView {
    const why = problem();
    if (why !== null) throw new DomainError('unavailable', `The enrolled targets are not known: ${why}`);
    const stamp = `${changes()} ${writes} ${written.size}`;
    if (view?.stamp !== stamp) view = { ...viewOf(current(), reportTwice), stamp };
    const since = clock.now() - saved.at;
    // A time after now means that the clock was set back.
    if (since >= savedEveryMs || since < 0) save(view);
    return view;
  }

  const isSettled = () =>
    rights === null
      ? startProblem !== null
      : informers.values().every((each) => each.contactAt !== null || each.problem !== null);

  const informerOf = (namespace: string) => informers.get(placeOf(namespace));

  /** The resources that cannot be read, by the name of their target. Logs each version once. */
  function unreadableTargets(): ReadonlyMap<string, UnreadableTarget> {
    if (unreadable?.changes === changes()) return unreadable.byKey;
    const found = new Map<string, UnreadableTarget>();
    const present = new Set<string>();
    for (const informer of informers.values()) {
      for (const target of informer.values()) {
        if (isReadable(target) || target.isDeleting) continue;
        const { namespace, resource, version, field } = target;
        const key = `${namespace}/${resource}`;
        found.set(targetKey(target), target);
        present.add(key);
        if (logged.get(key) !== version) logger('warn', 'target unreadable', { namespace, resource, version, field });
        logged.set(key, version);
      }
    }
    for (const key of logged.keys()) if (!present.has(key)) logged.delete(key);
    unreadable = { changes: changes(), byKey: found };
    return found;
  }

  /** Whether the watch has delivered what the server wrote. */
  function isRead(key: string, { kept, isGone }: { readonly kept: KeptTarget; readonly isGone: boolean }): boolean {
    const informer = informerOf(kept.record.namespace);
    const seen = informer?.get(key);
    if (isGone) return seen === undefined || !isReadable(seen) || seen.uid !== kept.uid;
    return isAtLeast(informer?.version ?? '', kept.version);
  }

  function* current(): Iterable<KeptTarget> {
    for (const [key, own] of written) if (isRead(key, own)) written.delete(key);
    for (const informer of informers.values()) {
      for (const kept of informer.values()) {
        if (isReadable(kept) && !kept.isDeleting && !written.has(keyOf(kept))) yield kept;
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
    size: () => [...informers.values()].reduce((sum, { size }) => sum + size, 0),
    /** The targets of the namespaces that are known. */
    view: currentView,
    /** Includes targets that were stored before the last start of the server, where the current ones are unknown. */
    async known(): Promise<View> {
      await loading;
      const before = earlierIn(unknownPlaces());
      const isNone = problem() !== null;
      // From now on, the current targets of the other places are known, so the memory of the earlier ones is freed.
      if (!isNone && earlier !== null) earlier = before.length === 0 ? null : { ...earlier, kept: before };
      return before.length === 0 ? currentView() : viewOf([...(isNone ? [] : current()), ...before], reportTwice);
    },
    /** Whether a target may exist although it is not among the known ones. */
    mayExist(namespace: string, name: string): boolean {
      if (problem() !== null) return true;
      const place = placeOf(namespace);
      return (
        (places().includes(place) && problemIn(place) !== null) ||
        unreadableTargets().has(targetKey({ namespace, name }))
      );
    },
    /** @throws DomainError if a target may exist although it is not among the known ones */
    requireKnown(namespace: string, name: string): void {
      const place = placeOf(namespace);
      const why = places().includes(place) ? problemIn(place) : null;
      if (why !== null)
        throw new DomainError('unavailable', `The enrolled targets of namespace ${namespace} are not known: ${why}`);
      const target = unreadableTargets().get(targetKey({ namespace, name }));
      if (target !== undefined) throw unreadableError(target);
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
      const place = placeOf(namespace);
      if (!places().includes(place))
        return `This server may enroll only workloads of the namespaces ${places().join(', ')}.`;
      const why = problemIn(place);
      if (why !== null) return `The enrolled targets are not known: ${why}`;
      return rights === null ? null : enrollRightProblem(rights, place);
    },
    /** Whether the status of the targets of a namespace may be written. */
    mayReport: (namespace: string): boolean =>
      rights !== null && problemIn(placeOf(namespace)) === null && mayWriteStatus(rights, placeOf(namespace)),
    missing: (): readonly string[] => (rights === null ? [] : missingTargetRights(rights)),
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

export const unreadableError = ({ namespace, resource, field }: UnreadableTarget): DomainError =>
  new DomainError(
    'conflict',
    `This server cannot read${field && ` ${field} of`} AIScaleTarget "${resource}" in namespace "${namespace}". Its definition may be newer than this server.`,
  );

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
