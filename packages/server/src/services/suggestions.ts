import type { Suggestion } from '@trimtab/core';
import type { Snapshot } from './snapshot.ts';
import { currentReplicas } from './spec-view.ts';
import type { TargetRow } from './target-row.ts';

/** What is advised for a target now; null where nothing is (under 24 hours of samples, or no workload). */
export function suggestionOf({ workload, advice }: TargetRow, { end }: Snapshot): Suggestion | null {
  if (workload === null || advice === null) return null;
  return {
    created: new Date(end).toISOString(),
    why: advice.why,
    metric: advice.metric,
    currentReplicas: currentReplicas(workload),
    suggestedReplicas: advice.replicas,
    minReplicas: workload.hpa?.minReplicas ?? null,
    maxReplicas: workload.hpa?.maxReplicas ?? null,
    forecasts: [],
    resourceRecommendations: advice.containers.map(({ name, cpu, memory }) => ({
      container: name,
      recommendations: [
        ...(cpu === null ? [] : [{ resource: 'cpu', value: cpu }]),
        ...(memory === null ? [] : [{ resource: 'memory', value: memory }]),
      ],
    })),
  };
}
