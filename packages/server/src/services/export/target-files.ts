import type { EnhancedTarget, Suggestion } from '@trimtab/core';
import { iso } from '../../iso.ts';
import type { MetricsSource, Window } from '../../ports/index.ts';
import type { OnDemandSuggestions } from '../suggestions/on-demand.ts';
import type { Suggestions } from '../suggestions/suggestions.ts';
import { enhancedTarget, specView } from '../targets/spec-view.ts';
import { listItem } from '../targets/target-list.ts';
import type { TargetRow } from '../targets/target-row.ts';
import type { Targets } from '../targets/targets.ts';
import { type Found, giveUpAfterFailures } from './failing-sources.ts';
import type { TargetPart } from './manifest.ts';

/** Reads the parts of one target, in the order of its files. */
export type TargetReader = (row: TargetRow, signal: AbortSignal) => Promise<readonly (readonly [TargetPart, Found])[]>;

export type TargetSources = {
  readonly targets: Targets;
  readonly metrics: MetricsSource;
  readonly suggestions: Suggestions;
  readonly onDemandSuggestions: OnDemandSuggestions;
};

type Options = {
  readonly window: Window;
  /** Null: the export has no series. */
  readonly stepSeconds: number | null;
  /** Whether the export includes explanations and report cards, which take time to compute. */
  readonly isThorough: boolean;
};

/** Create one for each export, because it stops reading sources that fail. */
export function createTargetReader(
  { targets, metrics, suggestions, onDemandSuggestions }: TargetSources,
  { window, stepSeconds, isThorough }: Options,
): TargetReader {
  // Includes a suggestion that was created exactly at the end of the window.
  const upToNow = { start: window.start, end: window.end + 1 };
  const fromCluster = giveUpAfterFailures('cluster source');
  const fromStore = giveUpAfterFailures('store');
  const explained = giveUpAfterFailures('source');
  const scored = giveUpAfterFailures('source');
  const fromMetrics = giveUpAfterFailures('metrics source');
  return async (row, signal) => {
    const { record } = row;
    const parts: (readonly [TargetPart, Found])[] = [
      ['spec', { value: specOf(row) }],
      ['status', { value: listItem(row) }],
      ['workload', workloadOf(row)],
      ['pods', await fromCluster(async () => ({ value: await targets.pods(record, signal) }))],
      [
        'suggestions',
        await fromStore(async () => suggestionsOf(row, await suggestions.list(record, row.workload, upToNow))),
      ],
    ];
    if (isThorough) {
      // Only workloads in the cluster have an explanation. Computing one for others would fail.
      const ifThere = (ask: () => Promise<Found>) => (row.workload === null ? workloadOf(row) : ask());
      const explanation = async () => ({ value: await onDemandSuggestions.explain(record, signal) });
      const reportCard = async () => ({ value: await onDemandSuggestions.reportCard(record, signal) });
      parts.push(
        ['explanation', await ifThere(() => explained(explanation))],
        ['report-card', await ifThere(() => scored(reportCard))],
      );
    }
    if (stepSeconds !== null) {
      parts.push(['metrics', await fromMetrics(() => seriesOf(metrics, row, { window, stepSeconds, signal }))]);
    }
    return parts;
  };
}

async function seriesOf(
  metrics: MetricsSource,
  { record }: TargetRow,
  { window, stepSeconds, signal }: { window: Window; stepSeconds: number; signal: AbortSignal },
): Promise<Found> {
  const { periods, containers } = await metrics.series(record, window, stepSeconds, { signal });
  if (periods.length === 0) return { missing: 'There are no samples in this window.' };
  return { value: { stepSeconds, periods: periods.map(iso), containers } };
}

const specOf = ({ record }: TargetRow) => ({
  ...specView(record),
  enrolled: iso(record.enrolledAt),
  unoptimized:
    record.unoptimized === null ? null : { ...record.unoptimized, recordedAt: iso(record.unoptimized.recordedAt) },
});

function workloadOf({ record, workload, status }: TargetRow): Found {
  if (workload === null) return { missing: status.tooltip ?? `${status.label}.` };
  const { target, horizontalpodautoscaler }: EnhancedTarget = enhancedTarget(record, workload, { listed: false });
  const { replicas, readyReplicas } = workload;
  return { value: { ...target, replicas, ready_replicas: readyReplicas, horizontalpodautoscaler } };
}

function suggestionsOf({ recommendation, status }: TargetRow, items: readonly Suggestion[]): Found {
  if (items.length > 0) return { value: { items, total: items.length } };
  return { missing: recommendation.tooltip ?? status.tooltip ?? `${status.label}.` };
}
