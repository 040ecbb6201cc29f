import type { EnhancedTarget } from '@trimtab/core';
import type { MetricsSource, Window } from '../../ports/index.ts';
import { enhancedTarget, specView } from '../spec-view.ts';
import { suggestionOf } from '../suggestion-view.ts';
import { listItem } from '../target-list.ts';
import type { TargetRow } from '../target-row.ts';
import type { Targets } from '../targets.ts';
import type { TargetPart } from './manifest.ts';
import { type Found, patience } from './patience.ts';

export type TargetReader = {
  /** The parts of one target in the order of its files; each is there or says why not. */
  read(row: TargetRow, signal: AbortSignal): Promise<readonly (readonly [TargetPart, Found])[]>;
};

type Options = {
  readonly targets: Targets;
  readonly metrics: MetricsSource;
  /** Null: no series are asked for. */
  readonly series: { readonly window: Window; readonly stepSeconds: number } | null;
};

/** Made anew for every export, because it gives up on sources that fail. */
export function readTargets({ targets, metrics, series }: Options): TargetReader {
  const fromCluster = patience('cluster source');
  const fromMetrics = patience('metrics source');
  return {
    async read(row, signal) {
      const { record } = row;
      const pods = await fromCluster(async () => ({ value: await targets.pods(record, signal) }));
      const parts: (readonly [TargetPart, Found])[] = [
        ['spec', { value: specOf(row) }],
        ['status', { value: listItem(row) }],
        ['workload', workloadOf(row)],
        ['pods', pods],
        ['suggestion', suggestionOr(row)],
      ];
      if (series === null) return parts;
      const values = await fromMetrics(async () => {
        const { window, stepSeconds } = series;
        const { periods, containers } = await metrics.series(record, window, stepSeconds, { signal });
        if (periods.length === 0) return { missing: 'There are no samples in this window.' };
        return { value: { stepSeconds, periods: periods.map(instant), containers } };
      });
      return [...parts, ['metrics', values]];
    },
  };
}

const instant = (at: number): string => new Date(at).toISOString();

const specOf = ({ record }: TargetRow) => ({
  ...specView(record),
  enrolled: instant(record.enrolledAt),
  unoptimized:
    record.unoptimized === null ? null : { ...record.unoptimized, recordedAt: instant(record.unoptimized.recordedAt) },
});

function workloadOf({ record, workload, status }: TargetRow): Found {
  if (workload === null) return { missing: status.tooltip ?? `${status.label}.` };
  const { target, horizontalpodautoscaler }: EnhancedTarget = enhancedTarget(record, workload, { listed: false });
  const { replicas, readyReplicas } = workload;
  return { value: { ...target, replicas, ready_replicas: readyReplicas, horizontalpodautoscaler } };
}

function suggestionOr(row: TargetRow): Found {
  const suggestion = suggestionOf(row);
  if (suggestion !== null) return { value: suggestion };
  return { missing: row.status.tooltip ?? `${row.status.label}.` };
}
