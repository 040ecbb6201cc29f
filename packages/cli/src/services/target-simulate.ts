import {
  type Client,
  deriveMode,
  type SimulatedPercentages,
  type SimulatorRow,
  savingsWindow,
  simulateTarget,
} from '@trimtab/core';
import { refuseUnknownTarget } from './unknown-target.ts';

type Wanted = {
  namespace: string;
  name: string;
  percentages: SimulatedPercentages;
  now: number;
  signal: AbortSignal;
};

/** The requests and cost of a target at other utilizations, from averages of the last 24 hours. */
export async function simulate(
  client: Client,
  { namespace, name, percentages, now, signal }: Wanted,
): Promise<SimulatorRow> {
  const id = { namespace, name };
  try {
    const [{ aiscaletarget }, comparison, settings] = await Promise.all([
      client.targets.get(id, { signal }),
      client.costs.comparison({ ...id, ...savingsWindow(now) }, { signal }),
      client.costs.settings({}, { signal }),
    ]);
    return simulateTarget({ mode: deriveMode(aiscaletarget.spec), comparison }, percentages, settings);
  } catch (error) {
    return refuseUnknownTarget(error, id);
  }
}
