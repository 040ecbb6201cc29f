import { type Series, workloadKey } from '@trimtab/core';
import {
  type AppDeps,
  DomainError,
  fromSource,
  isAbort,
  type RequestContext,
  type Sliceable,
  SourceError,
  type TargetRecord,
  type Workload,
} from '../../ports/index.ts';
import { binMs } from '../../recommender/bins.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { inTurn } from '../event-loop/in-turn.ts';
import { createTimeSlices } from '../event-loop/time-slices.ts';
import type { Sources } from '../sources/sources.ts';
import { ringBins } from '../usage-history/target-usage.ts';
import type { NamespaceUsage, UsageHistory } from '../usage-history/usage-history.ts';
import { type MetricKey, metricId, namespaceMetrics, readMetricId, targetMetrics } from './metric-ids.ts';
import { type BinRange, horizonBins, namespaceSeries, periodsOf, TargetSeries } from './metric-series.ts';

type Metric = Series['metrics'][number];
/** Null matches everything. */
type MetricFilter = {
  readonly targetType: string | null;
  readonly metricType: string | null;
  readonly metricName: string | null;
};
/** In milliseconds; null: the default end. */
type RequestedWindow = { readonly start: number | null; readonly end: number | null };

/** The length of a window without a start: three hours. */
const defaultBins = 36;

/** The bins of a window: at most two weeks. If the window includes now, it ends with the forecasts. */
export function binRange({ start, end }: RequestedWindow, nowMs: number): BinRange {
  const now = Math.floor(nowMs / binMs);
  const reachesNow = end === null || end > (now - 1) * binMs;
  const to = reachesNow ? now + horizonBins : Math.ceil(end / binMs);
  const from = start === null ? (reachesNow ? now : to) - defaultBins : Math.ceil(start / binMs);
  const [first, last] = [now - ringBins, now + horizonBins];
  const begin = Math.min(Math.max(from, first), last);
  return { from: begin, to: Math.min(Math.max(to, begin), last) };
}

/** Series of the last two weeks, read from the usage history in memory. */
export function createMetricSeries(
  { clock }: Pick<AppDeps, 'clock'>,
  stored: () => Promise<StoredState>,
  usageHistory: UsageHistory | null,
  sources: Sources,
) {
  const targetSeries = new TargetSeries();
  const usageOf = async (namespace: string) => {
    const enrolled = (await stored()).byNamespace.get(namespace) ?? [];
    return fromSource('metrics', newestUsage(usageHistory, namespace, enrolled));
  };
  const recordOf = async ({ namespace, name }: MetricKey): Promise<TargetRecord | null> =>
    (await stored()).byNamespace.get(namespace)?.find((record) => record.name === name) ?? null;

  /** Also false if the cluster does not answer. */
  const isGone = async (record: TargetRecord, context: RequestContext): Promise<boolean> => {
    try {
      return !(await sources.workloads([record.namespace], context)).byKey.has(workloadKey(record));
    } catch (error) {
      if (isAbort(error)) throw error;
      return false;
    }
  };
  /** Reads the inputs of a series. The returned function computes it. */
  const prepare = async (key: MetricKey, range: BinRange, context: RequestContext): Promise<() => Metric> => {
    const { targets } = await usageOf(key.namespace);
    if (key.name === null) return () => namespaceSeries([...targets.values()], key, range);
    const record = await recordOf(key);
    const usage = record === null ? null : (targets.get(workloadKey(record)) ?? null);
    const isWorkloadGone = record !== null && (await isGone(record, context));
    return () => targetSeries.read(usage, key, range, isWorkloadGone);
  };
  const readAll = async (
    keys: readonly MetricKey[],
    window: RequestedWindow,
    context: RequestContext,
  ): Promise<Series> => {
    const range = binRange(window, clock.now());
    const prepared = await Array.fromAsync(keys, (key) => prepare(key, range, context));
    // Compute all of them in one turn, because most series of a target come from the same history and take a fraction
    // of a millisecond.
    const metrics = await inTurn((yieldIfDue) =>
      Array.fromAsync(prepared, async (compute) => {
        await yieldIfDue();
        return compute();
      }),
    );
    return { periods: periodsOf(range), metrics };
  };
  const metricsOf = async (record: TargetRecord): Promise<readonly MetricKey[]> => {
    const { targets } = await usageOf(record.namespace);
    const containers = targets.get(workloadKey(record))?.containers.keys() ?? [];
    return targetMetrics(record.namespace, record.name, [...containers]);
  };

  return {
    async target(
      record: TargetRecord,
      window: RequestedWindow,
      { targetType, metricType, metricName }: MetricFilter,
      context: RequestContext,
    ) {
      const keys = (await metricsOf(record)).filter(
        (key) =>
          (targetType === null || key.targetType === targetType) &&
          (metricType === null || key.metricType === metricType) &&
          (metricName === null || key.metricName === metricName),
      );
      return readAll(keys, window, context);
    },
    /**
     * One answer per id, in the given order, computed while the response is written, because two weeks of a series take
     * 200 KB. Rejects before that with `notFound` for an id without a series, and if past usage cannot be read.
     */
    async bulk(
      ids: readonly string[],
      window: RequestedWindow,
      context: RequestContext,
    ): Promise<AsyncIterable<Series>> {
      const keys = keysOf(ids, await stored());
      for (const namespace of new Set(keys.map((key) => key.namespace))) await usageOf(namespace);
      const range = binRange(window, clock.now());
      const periods = periodsOf(range);
      return (async function* () {
        for (const key of keys) yield { periods, metrics: [await inTurn(await prepare(key, range, context))] };
      })();
    },
    /** All series on one axis. `associated` adds the other series of the same metric for the same targets. */
    async together(
      ids: readonly string[],
      window: RequestedWindow,
      associated: boolean,
      context: RequestContext,
    ): Promise<Series> {
      const keys = new Map(keysOf(ids, await stored()).map((key) => [metricId(key), key]));
      for (const key of associated ? [...keys.values()] : []) {
        const record = await recordOf(key);
        if (record === null) continue;
        for (const other of await metricsOf(record)) {
          if (other.metricName === key.metricName) keys.set(metricId(other), other);
        }
      }
      return readAll([...keys.values()], window, context);
    },
  };
}

/** The newest usage of a namespace, with that of these targets, or older usage if the update fails. */
export async function newestUsage(
  usageHistory: UsageHistory | null,
  namespace: string,
  targets: readonly TargetRecord[],
): Promise<NamespaceUsage> {
  if (usageHistory === null) throw new SourceError('There is no source of past usage.');
  const known = usageHistory.peek(namespace);
  if (known !== null && !usageHistory.isDue(namespace, targets)) return known;
  try {
    return await usageHistory.update(namespace, { urgent: true });
  } catch (error) {
    if (known !== null) return known;
    throw error;
  }
}

/** Parses metric ids. Each must belong to an enrolled target or its namespace. */
function keysOf(ids: readonly string[], { byNamespace }: StoredState): readonly MetricKey[] {
  return ids.map((id) => {
    const key = readMetricId(id);
    const records = key === null ? [] : (byNamespace.get(key.namespace) ?? []);
    if (key === null || !records.some(({ name }) => key.name === null || key.name === name)) {
      throw new DomainError(
        'notFound',
        `There is no metric ${JSON.stringify(id.slice(0, 200))}. The catalog lists them.`,
      );
    }
    return key;
  });
}

/**
 * The series of namespaces and targets as one list. Only the series of a page exist as objects. All of them take 20 MB
 * for 10,000 targets, and would become garbage whenever the workloads are read again.
 */
async function catalogOf(
  records: readonly TargetRecord[],
  namespaces: readonly string[],
  workloads: ReadonlyMap<string, Workload>,
): Promise<Sliceable<MetricKey>> {
  const owners = [...namespaces, ...records];
  const keysOfOwner = (owner: string | TargetRecord) =>
    typeof owner === 'string' ? namespaceMetrics(owner) : metricsIn(workloads, owner);
  const ends = new Uint32Array(owners.length);
  let length = 0;
  const yieldIfDue = createTimeSlices();
  for (const [index, owner] of owners.entries()) {
    length += keysOfOwner(owner).length;
    ends[index] = length;
    await yieldIfDue();
  }
  return {
    length,
    slice(from, to) {
      const first = ends.findIndex((end) => end > from);
      if (first === -1) return [];
      const last = ends.findIndex((end) => end >= to);
      const begin = first === 0 ? 0 : (ends[first - 1] ?? 0);
      const shown = owners.slice(first, last === -1 ? owners.length : last + 1);
      return shown.flatMap(keysOfOwner).slice(from - begin, to - begin);
    },
  };
}

type KnownCatalog = { readonly records: readonly TargetRecord[]; readonly catalog: Sliceable<MetricKey> };

/** The catalogs of all targets, by the workloads from which they were computed, because a client reads many pages. */
const catalogs = new WeakMap<object, KnownCatalog>();

/** The catalog of all targets and of their namespaces. */
export async function fullCatalog(
  sources: Pick<Sources, 'workloads'>,
  records: readonly TargetRecord[],
  context: RequestContext,
): Promise<Sliceable<MetricKey>> {
  const namespaces = [...new Set(records.map(({ namespace }) => namespace))];
  if (namespaces.length === 0) return [];
  const { byKey } = await fromSource('cluster', sources.workloads(namespaces, context));
  const known = catalogs.get(byKey);
  if (known?.records === records) return known.catalog;
  const catalog = await catalogOf(records, namespaces, byKey);
  catalogs.set(byKey, { records, catalog });
  return catalog;
}

/** The series of one target. */
export async function targetCatalog(
  sources: Pick<Sources, 'workloads'>,
  record: TargetRecord,
  context: RequestContext,
): Promise<readonly MetricKey[]> {
  const { byKey } = await fromSource('cluster', sources.workloads([record.namespace], context));
  return metricsIn(byKey, record);
}

/** The containers are those of the current workload. */
function metricsIn(workloads: ReadonlyMap<string, Workload>, record: TargetRecord): readonly MetricKey[] {
  const containers = workloads.get(workloadKey(record))?.containers.map(({ name }) => name) ?? [];
  return targetMetrics(record.namespace, record.name, containers);
}
