import { isDeepStrictEqual } from 'node:util';
import { createLimiter, targetKey } from '@trimtab/core';
import {
  DomainError,
  type EnrollOutcome,
  type TargetRecord,
  type TargetRegistry,
  targetNotFound,
  targetSpec,
  type UnoptimizedState,
} from '../../ports/index.ts';
import { wait } from '../../wait.ts';
import { createClient, type KubernetesConnection, KubernetesError, problemOf } from './client.ts';
import { demandedPause, isOverload, longestRetryAfterMs, retried } from './retries.ts';
import { asSentence } from './sentences.ts';
import {
  noDefinitionText,
  openTargetCopy,
  type TargetCopy,
  type TargetCopyOptions,
  unreadableError,
} from './target-copy.ts';
import {
  aiScaleTargets,
  annotationsOf,
  fieldManager,
  isReadable,
  isSameOfOthers,
  type KeptTarget,
  lastManager,
  unoptimizedOf,
} from './target-objects.ts';
import { reportedStatus } from './target-status.ts';

export type RegistryOptions = Omit<TargetCopyOptions, 'client'> & { readonly connection: KubernetesConnection };
export type OpenedRegistry = Pick<TargetCopy, 'problem' | 'missing' | 'size' | 'settled' | 'stop'> & {
  readonly registry: TargetRegistry;
  /** Returns the result that the API server predicts for an enrollment (dry run). Nothing is written. */
  readonly tryEnroll: TargetRegistry['enroll'];
};

type Body = { readonly metadata?: object; readonly spec?: object; readonly status?: object };
type Sending = {
  readonly subresource?: string;
  readonly isDryRun?: boolean;
  /** Ends the write before the registry is closed. */
  readonly until?: AbortSignal;
  readonly mostRetries?: number;
};

const parallelWrites = 8;
/** A user waits for most writes, so an overloaded API server gets a few pauses of some seconds. */
const mostWriteRetries = 3;
const longestWritePauseMs = 5_000;

const pathOf = (namespace: string, resource: string, subresource = '') =>
  `${aiScaleTargets.api}/namespaces/${encodeURIComponent(namespace)}/${aiScaleTargets.plural}/${encodeURIComponent(resource)}${subresource}`;

/** Stores enrolled targets as AIScaleTarget resources: reads by list and watch, writes by server-side apply. */
export function openTargetRegistry({ connection, ...options }: RegistryOptions): OpenedRegistry {
  const client = createClient(connection);
  const copy = openTargetCopy({ ...options, client });
  const { signal } = copy;
  const { clock, logger, random } = options;
  /** Until then, no status is written, because the API server is overloaded. */
  let pausedUntil = Number.NEGATIVE_INFINITY;

  const patiently = <T>(write: () => Promise<T>, until: AbortSignal, most = mostWriteRetries): Promise<T> =>
    retried(write, { most, longestPauseMs: longestWritePauseMs, random, signal: until, wait });

  async function send(namespace: string, resource: string, body: Body, more: Sending = {}) {
    const { metadata, ...rest } = body;
    const { subresource = '', isDryRun = false, until = signal, mostRetries } = more;
    const query = { fieldManager, fieldValidation: 'Strict', ...(isDryRun && { dryRun: 'All' }) };
    const path = `${pathOf(namespace, resource, subresource)}?${new URLSearchParams(query).toString()}`;
    const object = {
      apiVersion: 'trimtab.dev/v1alpha1',
      kind: 'AIScaleTarget',
      metadata: { ...metadata, name: resource },
    };
    return patiently(async () => client.apply(path, { ...object, ...rest }, until), until, mostRetries);
  }

  async function apply(...words: Parameters<typeof send>) {
    const { isNew, object } = await send(...words);
    const kept = readKept(object);
    copy.remember(kept);
    return { isNew, kept };
  }

  /** Writes only if the resource has not changed since the version was read. Otherwise, the error names who changed it. */
  async function guarded<T>(kept: KeptTarget, write: (kept: KeptTarget) => Promise<T>): Promise<T> {
    try {
      return await write(kept);
    } catch (error) {
      if (!(error instanceof KubernetesError) || error.status !== 409) throw refusal(error);
      const { namespace } = kept.record;
      const found = await client.get(pathOf(namespace, kept.resource), { signal }).catch((missing: unknown) => {
        if (!(missing instanceof KubernetesError) || missing.status !== 404) throw refusal(missing);
        copy.forget(kept);
        throw targetNotFound(namespace, kept.record.name);
      });
      const fresh = readKept(found);
      copy.remember(fresh);
      // Only the server itself has changed the resource since then, for example its status.
      if (fresh.version !== kept.version && isSameOfOthers(kept, fresh)) return write(fresh).catch(rethrow);
      throw changedBy(fresh, error.message);
    }
  }

  async function create(record: TargetRecord, isDryRun: boolean): Promise<EnrollOutcome> {
    const { namespace, name, kind } = record;
    const names = [name, `${name}-${kind.toLowerCase()}`];
    const resource = names.find((each) => !copy.has(namespace, each)) ?? name;
    try {
      copy.requireKnown(namespace, name);
      const body = { metadata: { annotations: annotationsOf(record) }, spec: targetSpec(record) };
      if (isDryRun) {
        const { isNew } = await send(namespace, resource, body, { isDryRun });
        return { namespace, name, kind, result: isNew ? 'created' : 'exists' };
      }
      const { isNew, kept } = await apply(namespace, resource, body);
      if (kept.isDeleting) {
        const reason = `AIScaleTarget "${resource}" is being deleted: wait until its finalizers are gone.`;
        return { namespace, name, kind, result: 'failed', reason };
      }
      const { unoptimized } = record;
      if (unoptimized !== null && !isDryRun)
        await apply(namespace, resource, statusOf(kept, unoptimized), { subresource: '/status' });
      return { namespace, name, kind, result: isNew ? 'created' : 'exists' };
    } catch (error) {
      return { namespace, name, kind, result: 'failed', reason: refusal(error).messages.map(asSentence).join(' ') };
    }
  }

  async function enroll(records: readonly TargetRecord[], isDryRun: boolean): Promise<readonly EnrollOutcome[]> {
    const { byKey } = copy.view();
    const first = new Map<string, TargetRecord>();
    for (const record of records) {
      const key = targetKey(record);
      if (!first.has(key)) first.set(key, byKey.get(key)?.record ?? record);
    }
    const wanted = [...first.values()].filter((record) => !byKey.has(targetKey(record)));
    const created = new Map(
      (await inParallel(wanted, (record) => create(record, isDryRun))).map(
        (outcome) => [targetKey(outcome), outcome] as const,
      ),
    );
    return records.map((record) => {
      const { namespace, name, kind } = record;
      const holder = first.get(targetKey(record));
      const outcome = created.get(targetKey(record));
      if (holder === record && outcome !== undefined) return outcome;
      if (outcome?.result === 'failed') return { ...outcome, kind };
      return { namespace, name, kind, result: holder?.kind === kind ? 'exists' : 'conflict' };
    });
  }

  /** Null if there is no such target. */
  function known(namespace: string, name: string): KeptTarget | null {
    const kept = copy.view().byKey.get(targetKey({ namespace, name }));
    if (kept === undefined) copy.requireKnown(namespace, name);
    return kept ?? null;
  }

  const registry: TargetRegistry = {
    list: async () => (await copy.known()).records,
    async get(namespace, name) {
      const kept = (await copy.known()).byKey.get(targetKey({ namespace, name }));
      if (kept === undefined) copy.requireKnown(namespace, name);
      return kept?.record ?? null;
    },
    enroll: (records) => enroll(records, false),
    mayExist: (namespace, name) => copy.mayExist(namespace, name),
    async recordUnoptimized(namespace, name, state) {
      const kept = known(namespace, name);
      if (kept === null) return false;
      await apply(namespace, kept.resource, statusOf(kept, state), { subresource: '/status' }).catch(rethrow);
      return true;
    },
    async setLimitPolicy(namespace, name, policy) {
      const before = known(namespace, name);
      if (before === null) return false;
      await guarded(before, async (kept) => {
        const { limitPolicy: _, ...spec } = { limitPolicy: null, ...kept.own.spec };
        const body = {
          metadata: { ...kept.own.metadata, uid: kept.uid, resourceVersion: kept.version },
          spec: { ...spec, ...(policy === null ? {} : { limitPolicy: policy }) },
        };
        const { kept: written } = await apply(namespace, kept.resource, body);
        // Another field manager still owns the value that the server removed.
        if ((written.record.limitPolicy ?? null) !== policy) throw changedBy(written, 'It sets spec.limitPolicy.');
      });
      return true;
    },
    async remove(namespace, name) {
      const before = known(namespace, name);
      if (before === null) return false;
      return guarded(before, async (kept) => {
        const preconditions = { uid: kept.uid, resourceVersion: kept.version };
        const body = { kind: 'DeleteOptions', apiVersion: 'v1', preconditions };
        const path = pathOf(namespace, kept.resource);
        const isGone = await patiently(async () => client.delete(path, body, signal), signal).then(
          () => false,
          (error: unknown) => {
            if (error instanceof KubernetesError && error.status === 404) return true;
            throw error;
          },
        );
        copy.forget(kept);
        return !isGone;
      });
    },
    changes: () => copy.changes(),
    staleProblem: () => copy.staleProblem(),
    enrollProblem: (namespace) => copy.enrollProblem(namespace),
    async report(reports, now, until) {
      const pause = pausedUntil - clock.now();
      // A longer pause means that the clock was set back.
      if (copy.problem() !== null || (pause > 0 && pause <= longestRetryAfterMs)) return;
      const { byKey } = copy.view();
      const ending = until === undefined ? signal : AbortSignal.any([signal, until]);
      let overload: KubernetesError | null = null;
      const results = await inParallel(reports, async (report) => {
        const kept = copy.mayReport(report.namespace) ? byKey.get(targetKey(report)) : undefined;
        const status = kept === undefined ? null : reportedStatus(kept, report, now);
        if (kept === undefined || status === null || isDeepStrictEqual(status, kept.ownStatus)) return null;
        // The rest waits for the next report.
        if (ending.aborted || overload !== null) return overload;
        const metadata = { uid: kept.uid, resourceVersion: kept.version };
        const more = { subresource: '/status', until: ending, mostRetries: 0 };
        try {
          await apply(kept.record.namespace, kept.resource, { metadata, status }, more);
          return null;
        } catch (error) {
          if (isOverload(error)) {
            overload = error;
            pausedUntil = clock.now() + demandedPause(error);
          }
          // If the resource changed in the meantime, wait for the next report.
          return error instanceof KubernetesError && error.status === 409 ? null : refusal(error);
        }
      });
      ending.throwIfAborted();
      const failed = results.filter((error) => error !== null);
      const [first] = failed;
      if (first !== undefined)
        logger('warn', 'the status of targets cannot be written', { targets: failed.length, error: first.message });
    },
  };
  return { registry, tryEnroll: (records) => enroll(records, true), ...copy };
}

/** @throws DomainError `conflict` if this version of the server cannot read the resource */
function readKept(object: unknown): KeptTarget {
  const target = aiScaleTargets.read(object);
  if (!isReadable(target)) throw unreadableError(target);
  return target;
}

const statusOf = (kept: KeptTarget, state: UnoptimizedState): Body => ({
  status: { ...kept.ownStatus, unoptimized: unoptimizedOf(state) },
});

function changedBy(kept: KeptTarget, detail: string): DomainError {
  const { record, resource } = kept;
  const who = lastManager(kept);
  const name = `AIScaleTarget "${resource}" in namespace "${record.namespace}"`;
  const text =
    who === null
      ? `${name} was changed in the meantime.`
      : `${name} was changed by ${JSON.stringify(who.manager)}${who.time === '' ? '' : ` at ${who.time}`}.`;
  return new DomainError('conflict', `${text} ${detail}`, 'Look at the target as it is now, then repeat the change.');
}

/** How the API server refuses what the roles of the account do not allow. Admission refuses in other words. */
const isMissingRight = (message: string): boolean => /forbidden: User ".*" cannot /.test(message);

/** The error with the API server's own text, and with the next step if it is known. */
function refusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const { status, message } = problemOf(error);
  if (status === 409) return new DomainError('conflict', message);
  // An apply with a field that the definition does not have is answered with 500.
  if (status === 400 || status === 422 || message.includes('failed to create typed patch object'))
    return new DomainError('invalid', message);
  if (status === 403 && isMissingRight(message))
    return new DomainError('unavailable', asSentence(message), 'Give the server the role enroll.');
  // A quota or a policy, or the namespace is being deleted.
  if (status === 403) return new DomainError('conflict', message);
  if (status === 404 && message.endsWith('page not found'))
    return new DomainError('unavailable', `${asSentence(message)} ${noDefinitionText}`);
  if (status === 404) return new DomainError('notFound', message);
  return new DomainError('sourceFailed', message);
}

function rethrow(error: unknown): never {
  throw refusal(error);
}

/** Processes several items at the same time. */
function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const limiter = createLimiter(parallelWrites);
  return Promise.all(items.map((item) => limiter(() => work(item))));
}
