import type { MetricDescriptor, Series } from '@trimtab/core';
import {
  type AppDeps,
  DomainError,
  fromSource,
  type RequestContext,
  SourceError,
  type TargetRecord,
} from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import type { Sources } from '../sources/sources.ts';
import { workloadKey } from '../sources/workload-key.ts';
import { binMs, ringBins } from '../usage-history/target-usage.ts';
import type { NamespaceUsage, UsageHistory } from '../usage-history/usage-history.ts';
import { descriptor, type MetricKey, metricId, namespaceMetrics, readMetricId, targetMetrics } from './metric-ids.ts';
import { type BinRange, horizonBins, namespaceSeries, periodsOf, targetSeries } from './metric-series.ts';

export type MetricFilter = {
  readonly targetType: string | null;
  readonly metricType: string | null;
  readonly metricName: string | null;
};
type Asked = { readonly start: number | null; readonly end: number | null };

/** Series of the last two weeks, from what the server remembers. */
export type MetricSeriesReader = {
  target(record: TargetRecord, asked: Asked, filter: MetricFilter): Promise<Series>;
  /** One answer per id, in the order given. An id of nothing is refused by name. */
  bulk(ids: readonly string[], asked: Asked): Promise<readonly Series[]>;
  /** All of them on one axis; `associated` adds the other series of the same metric of the same targets. */
  together(ids: readonly string[], asked: Asked, associated: boolean): Promise<Series>;
  catalog(
    records: readonly TargetRecord[],
    withNamespaces: boolean,
    context: RequestContext,
  ): Promise<readonly MetricDescriptor[]>;
};

/** What a chart shows unless asked otherwise. */
const defaultBins = 36;

export function createMetricSeries(
  { clock }: Pick<AppDeps, 'clock'>,
  stored: () => Promise<StoredState>,
  sources: Sources,
  usageHistory: UsageHistory | null,
): MetricSeriesReader {
  const current = async (namespace: string): Promise<NamespaceUsage> => {
    if (usageHistory === null) throw new SourceError('There is no source of past usage.');
    const known = usageHistory.peek(namespace);
    if (known !== null && !usageHistory.isDue(namespace)) return known;
    try {
      return await usageHistory.bring(namespace, { urgent: true });
    } catch (error) {
      if (known !== null) return known;
      throw error;
    }
  };
  /** Two weeks at most, and past now as far as forecasts reach where the window reaches now. */
  const rangeOf = ({ start, end }: Asked): BinRange => {
    const now = Math.floor(clock.now() / binMs);
    const reachesNow = end === null || end > (now - 1) * binMs;
    const to = reachesNow ? now + horizonBins : Math.ceil(end / binMs);
    const from = start === null ? (reachesNow ? now : to) - defaultBins : Math.ceil(start / binMs);
    const [first, last] = [now - ringBins, now + horizonBins];
    const begin = Math.min(Math.max(from, first), last);
    return { from: begin, to: Math.min(Math.max(to, begin), last) };
  };
  const recordOf = async ({ namespace, name }: MetricKey): Promise<TargetRecord | null> =>
    (await stored()).byNamespace.get(namespace)?.find((record) => record.name === name) ?? null;

  const read = async (key: MetricKey, range: BinRange): Promise<Series['metrics'][number]> => {
    const { targets } = await fromSource('metrics', current(key.namespace));
    if (key.name === null) return namespaceSeries([...targets.values()], key, range);
    const record = await recordOf(key);
    return targetSeries(record === null ? null : (targets.get(workloadKey(record)) ?? null), key, range);
  };

  /** The keys of ids, each of which must be of something enrolled. */
  const keysOf = async (ids: readonly string[]): Promise<readonly MetricKey[]> => {
    const { byNamespace } = await stored();
    return Promise.all(
      ids.map(async (id) => {
        const key = readMetricId(id);
        const exists =
          key !== null && (key.name === null ? byNamespace.has(key.namespace) : (await recordOf(key)) !== null);
        if (!exists)
          throw new DomainError(
            'notFound',
            `There is no metric ${JSON.stringify(id.slice(0, 200))}. The catalog lists them.`,
          );
        return key;
      }),
    );
  };

  const seriesOf = async (keys: readonly MetricKey[], range: BinRange): Promise<Series> => {
    const metrics: Series['metrics'] = [];
    for (const key of keys) metrics.push(await read(key, range));
    return { periods: periodsOf(range), metrics };
  };

  const containersOf = async (record: TargetRecord): Promise<readonly string[]> => {
    const { targets } = await fromSource('metrics', current(record.namespace));
    return [...(targets.get(workloadKey(record))?.containers.keys() ?? [])];
  };

  return {
    async target(record, asked, { targetType, metricType, metricName }) {
      const { namespace, name } = record;
      const keys = targetMetrics(namespace, name, await containersOf(record)).filter(
        (key) =>
          (targetType === null || key.targetType === targetType) &&
          (metricType === null || key.metricType === metricType) &&
          (metricName === null || key.metricName === metricName),
      );
      return seriesOf(keys, rangeOf(asked));
    },
    async bulk(ids, asked) {
      const keys = await keysOf(ids);
      const range = rangeOf(asked);
      const answers: Series[] = [];
      for (const key of keys) answers.push(await seriesOf([key], range));
      return answers;
    },
    async together(ids, asked, associated) {
      const keys = new Map((await keysOf(ids)).map((key) => [metricId(key), key]));
      for (const key of associated ? [...keys.values()] : []) {
        const record = await recordOf(key);
        if (record === null) continue;
        for (const other of targetMetrics(key.namespace, record.name, await containersOf(record))) {
          if (other.metricName === key.metricName) keys.set(metricId(other), other);
        }
      }
      return seriesOf([...keys.values()], rangeOf(asked));
    },
    async catalog(records, withNamespaces, context) {
      const namespaces = [...new Set(records.map(({ namespace }) => namespace))];
      const { items } =
        namespaces.length === 0 ? { items: [] } : await fromSource('cluster', sources.workloads(namespaces, context));
      const found = new Map(items.map((workload) => [workloadKey(workload), workload]));
      const ofTargets = records.flatMap((record) => {
        const containers = found.get(workloadKey(record))?.containers.map(({ name }) => name) ?? [];
        return targetMetrics(record.namespace, record.name, containers);
      });
      return [...(withNamespaces ? namespaces.flatMap(namespaceMetrics) : []), ...ofTargets].map(descriptor);
    },
  };
}
