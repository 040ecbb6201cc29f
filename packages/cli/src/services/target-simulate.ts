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
  { percentages, now }: { percentages: SimulatedPercentages; now: number },
): Promise<SimulatorRow> {
  const [{ aiscaletarget }, comparison, settings] = await Promise.all([
    client.targets.get(target),
    client.costs.comparison({ ...target, ...savingsWindow(now) }),
    client.costs.settings({}),
  ]).catch(refuseUnknownTarget(target));
  return simulateTarget({ mode: deriveMode(aiscaletarget.spec), comparison }, percentages, settings);
}
