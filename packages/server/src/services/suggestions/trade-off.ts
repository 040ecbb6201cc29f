import type { NodeSettings, TradeOff } from '@trimtab/core';
import type { TargetRecord, Workload } from '../../ports/index.ts';
import type { Recommendation } from '../../recommender/recommendation.ts';
import { tradeOffs } from '../../recommender/trade-off.ts';
import { type ModelMode, modelModes } from '../../recommender/vertical-rules.ts';
import { currentReplicas } from '../targets/spec-view.ts';
import { binMs, type TargetUsage } from '../usage-history/target-usage.ts';
import { evaluate } from './evaluation.ts';

/**
 * The trade-off between unused requests and time above them, computed from the samples in memory. The mode of the suggestion
 * in force is marked at its values, those of the other modes are computed.
 */
export function tradeOffOf(
  record: TargetRecord,
  workload: Workload,
  { inForce, usage, settings }: { inForce: Recommendation; usage: TargetUsage; settings: NodeSettings },
): TradeOff {
  const replicas = currentReplicas(workload);
  return {
    namespace: record.namespace,
    name: record.name,
    created: new Date(usage.end * binMs).toISOString(),
    modelMode: inForce.mode,
    replicas,
    requests:
      record.vertical === null
        ? []
        : tradeOffs({
            history: usage.history(),
            workload,
            byMode: new Map([...computedForModes(record, workload, usage, inForce.mode), [inForce.mode, inForce]]),
            price: { settings, replicas },
          }),
  };
}

function computedForModes(
  record: TargetRecord,
  workload: Workload,
  usage: TargetUsage,
  except: ModelMode,
): readonly (readonly [ModelMode, Recommendation])[] {
  return modelModes.flatMap((mode) => {
    if (mode === except) return [];
    const computed = evaluate({ ...record, modelMode: mode }, workload, usage);
    return computed.kind === 'none' ? [] : [[mode, computed.recommendation] as const];
  });
}
