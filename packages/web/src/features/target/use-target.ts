import { useQuery } from '@tanstack/react-query';
import {
  type AstSpecView,
  type CurrentMetrics,
  type Direction,
  deriveDirection,
  deriveMode,
  type Hpa,
  type Mode,
  type ScaleTarget,
} from '@trimtab/core';
import { allTargetsQuery } from '../../api/all-targets.ts';
import { useClient } from '../../api/client.tsx';
import { type Histories, pollMs, readingsQuery, type TargetId, targetQuery } from './queries.ts';

/** What the page knows of its target by now; null is what it does not know. */
export type TargetState = {
  readonly id: TargetId;
  readonly spec: AstSpecView['spec'] | null;
  readonly mode: Mode | null;
  readonly direction: Direction | null;
  /** The workload; null while loading, and when it is gone. */
  readonly workload: ScaleTarget | null;
  readonly hpa: Hpa | null;
  /** What the containers use now; null while unknown. */
  readonly current: CurrentMetrics | null;
  readonly histories: Histories;
  /** Why there is no workload: it is gone (console.md, section 8). */
  readonly missingText: string | null;
  readonly isLoading: boolean;
};

/** The target of the page, asked again every ten seconds while its tab is visible. */
export function useTarget(id: TargetId) {
  const client = useClient();
  const listed = useQuery(allTargetsQuery(client)).data;
  const query = useQuery({
    ...targetQuery(client, id),
    // What is not there does not appear by asking every ten seconds.
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
  const state: TargetState = {
    id,
    spec,
    mode: spec === null ? null : deriveMode(spec),
    direction: spec === null ? null : deriveDirection(spec),
    workload: found?.target ?? null,
    hpa: found?.horizontalpodautoscaler ?? null,
    current: readings?.current ?? null,
    histories: readings?.histories ?? new Map(),
    missingText: target?.outcome === 'workloadMissing' ? target.text : null,
    isLoading: query.isPending,
  };
  return {
    state,
    /** The target could not be read at all; what was read before stays. */
    failure: target === undefined ? query.error : null,
    /** What the containers use is not known yet. */
    isMeasuring,
    isUnknown: target?.outcome === 'unknown',
    retry: () => void query.refetch(),
  };
}
