import { type AppDeps, commonWork, holdOn, type Store, serverContext, type TargetReport } from '../../ports/index.ts';
import { podAdvice } from '../rollups/past-advice.ts';
import type { Snapshots } from '../targets/snapshot.ts';
import type { TargetRow } from '../targets/target-row.ts';

/** Reports the findings about all targets, if the registry publishes them. */
export const createTargetReports =
  (
    { targets: registry, shared }: Pick<Store, 'targets' | 'shared'>,
    snapshots: Snapshots,
    { clock }: Pick<AppDeps, 'clock'>,
  ) =>
  async (signal: AbortSignal): Promise<void> => {
    if (registry.report === undefined || holdOn(shared, commonWork) === null) return;
    const rows = await (await snapshots.current(serverContext(signal))).all();
    await registry.report(rows.map(reportOf), clock.now(), signal);
  };

function reportOf({ record, workload, status, advice, evaluation, recommendation }: TargetRow): TargetReport {
  const { namespace, name } = record;
  const isAdvised = workload !== null && advice !== null && evaluation.kind === 'advised';
  const [isReady, found] = [workload !== null && recommendation.type !== 'error', status.tooltip ?? ''];
  return {
    namespace,
    name,
    ready: { isTrue: isReady, label: status.label, message: found },
    recommended: {
      isTrue: isAdvised,
      label: recommendation.label,
      message: recommendation.tooltip ?? (isReady ? '' : found),
    },
    recommendation: isAdvised ? advised(evaluation, podAdvice(workload, advice), advice) : null,
  };
}

const known = (value: number): number | null => (Number.isNaN(value) ? null : value);

function advised(
  { id, publishedAt }: { readonly id: string; readonly publishedAt: number },
  { podCpu, podMemory }: ReturnType<typeof podAdvice>,
  { replicas, containers }: NonNullable<TargetRow['advice']>,
): TargetReport['recommendation'] {
  return { id, publishedAt, replicas, cpu: known(podCpu), memory: known(podMemory), containers };
}
