import { useQuery } from '@tanstack/react-query';
import {
  type AstSpecView,
  type CurrentMetrics,
  type Direction,
  deriveDirection,
  deriveMode,
  finiteOrNull,
  type Hpa,
  type Mode,
  type ScaleTarget,
} from '@trimtab/core';
import { useMemo } from 'react';
import { allTargetsQuery } from '../../api/all-targets.ts';
import { useClient } from '../../api/client.tsx';
import { comparisonQuery, costStaleTimeMs } from '../../api/target-costs.ts';
import { type Histories, pollMs, readingsQuery, type TargetId, targetQuery } from './queries.ts';

/** The target of the page, as far as it is loaded. Null means unknown. */
export type TargetPageState = {
  readonly id: TargetId;
  readonly spec: AstSpecView['spec'] | null;
  readonly mode: Mode | null;
  readonly direction: Direction | null;
  /** The workload; null while loading, and if it does not exist. */
  readonly workload: ScaleTarget | null;
  readonly hpa: Hpa | null;
  /** The current usage of the containers; null while unknown. */
  readonly current: CurrentMetrics | null;
  readonly histories: Histories;
  /** The message that the workload does not exist; null otherwise. */
  readonly missingText: string | null;
  /**
   * Explains why the usage is unknown, for example because Prometheus does not answer. Null if there is usage or no
   * explanation.
   */
  readonly problem: string | null;
  readonly isLoading: boolean;
};

const hasUsage = ({ metrics }: CurrentMetrics['containers'][number]): boolean =>
  metrics.some(({ averageValue }) => finiteOrNull(averageValue) !== null);

/** The target of the page, polled every ten seconds while the browser tab is visible. */
export function useTarget(id: TargetId) {
  const client = useClient();
  const listed = useQuery(allTargetsQuery(client)).data;
  const query = useQuery({
    ...targetQuery(client, id),
    // A target that is not enrolled is not polled.
    refetchInterval: ({ state }) => (state.data?.outcome === 'unknown' ? false : pollMs.target),
  });
  const { data: target } = query;
  const found = target?.outcome === 'found' ? target : null;
  const { data: readings, isLoading: isMeasuring } = useQuery({
    ...readingsQuery(client, id),
    enabled: target === undefined || found !== null,
    refetchInterval: pollMs.target,
  });
  const spec =
    found?.aiscaletarget.spec ??
    listed?.items.find(({ namespace, name }) => namespace === id.namespace && name === id.name)?.spec ??
    null;
  const mode = spec === null ? null : deriveMode(spec);
  const isUnmeasured = found !== null && readings !== undefined && !readings.current.containers.some(hasUsage);
  const { data: comparison } = useQuery({
    ...comparisonQuery(client, id),
    staleTime: costStaleTimeMs,
    enabled: mode === 'Recommendation' && isUnmeasured,
    meta: { silent: true },
  });
  const isLoading = query.isPending;
  const problem = isUnmeasured ? (comparison?.problem ?? null) : null;
  const state = useMemo(
    (): TargetPageState => ({
      id,
      spec,
      mode,
      direction: spec === null ? null : deriveDirection(spec),
      workload: found?.target ?? null,
      hpa: found?.horizontalpodautoscaler ?? null,
      current: readings?.current ?? null,
      histories: readings?.histories ?? new Map(),
      missingText: target?.outcome === 'workloadMissing' ? target.text : null,
      problem,
      isLoading,
    }),
    [id, spec, mode, found, readings, target, problem, isLoading],
  );
  return {
    state,
    /** The error if the target could not be loaded at all. After a later failure the earlier answer stays. */
    failure: target === undefined ? query.error : null,
    /** The current usage is still loading. */
    isMeasuring,
    isUnknown: target?.outcome === 'unknown',
    retry: () => void query.refetch(),
  };
}
