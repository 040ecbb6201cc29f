import { type ModelMode, modelModes, type NodeSettings, type TradeOff } from '@trimtab/core';
import type { TargetRecord, Workload } from '../../ports/index.ts';
import { binMs } from '../../recommender/bins.ts';
import { usageWhileReady } from '../../recommender/ready-usage.ts';
import type { Recommendation } from '../../recommender/recommendation.ts';
import { tradeOffs } from '../../recommender/trade-off.ts';
import { currentReplicas } from '../targets/spec-view.ts';
import type { TargetUsage } from '../usage-history/target-usage.ts';
import { evaluate } from './evaluation.ts';

/**
 * The trade-off between unused requests and time above them, computed from the samples in memory. The target's own mode
 * is marked at the values of the current suggestion, and the other modes are computed.
 */
export async function tradeOffOf(
  record: TargetRecord,
  workload: Workload,
  { inForce, usage, settings }: { inForce: Recommendation; usage: TargetUsage; settings: NodeSettings },
  yieldIfDue: () => Promise<void>,
): Promise<TradeOff> {
  const replicas = currentReplicas(workload);
  const byMode = new Map<ModelMode, Recommendation>();
  for (const mode of record.vertical === null ? [] : modelModes) {
    await yieldIfDue();
    const computed = mode === inForce.mode ? null : evaluate({ ...record, modelMode: mode }, workload, usage);
    if (computed === null) byMode.set(mode, inForce);
    else if (computed.kind !== 'none') byMode.set(mode, computed.recommendation);
  }
  const price = { settings, replicas };
  return {
    namespace: record.namespace,
    name: record.name,
    created: new Date(usage.end * binMs).toISOString(),
    modelMode: inForce.mode,
    replicas,
    requests:
      record.vertical === null
        ? []
        : await tradeOffs({ history: usageWhileReady(usage.history()), workload, byMode, price }, yieldIfDue),
  };
}
