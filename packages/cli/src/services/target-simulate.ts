import {
  type Client,
  deriveMode,
  type SimulatedPercentages,
  type SimulatorRow,
  savingsWindow,
  simulateTarget,
  type TargetName,
} from '@trimtab/core';
import { refuseUnknownTarget } from './unknown-target.ts';

/** The requests and cost of a target at other utilizations, from averages of the last 24 hours. */
export async function simulate(
  client: Client,
  target: TargetName,
  { percentages, now, signal }: { percentages: SimulatedPercentages; now: number; signal: AbortSignal },
): Promise<SimulatorRow> {
  const [{ aiscaletarget }, comparison, settings] = await Promise.all([
    client.targets.get(target, { signal }),
    client.costs.comparison({ ...target, ...savingsWindow(now) }, { signal }),
    client.costs.settings({}, { signal }),
  ]).catch(refuseUnknownTarget(target));
  return simulateTarget({ mode: deriveMode(aiscaletarget.spec), comparison }, percentages, settings);
}
