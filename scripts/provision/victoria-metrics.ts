import { join } from 'node:path';
import { inCheckout } from '../checkout.ts';
import { isDebian, unpackPackages } from './debian.ts';
import { findProgram } from './executable.ts';
import { missing, type Provision } from './provision.ts';

const folder = inCheckout('.cache/victoria-metrics');
const program = 'usr/bin/victoria-metrics';
const unpacked = join(folder, program);

/** The path in `VICTORIA_METRICS_BIN`, else the first on PATH, else the unpacked one; null if there is none. */
export const findVictoriaMetrics = (): string | null =>
  findProgram('VICTORIA_METRICS_BIN', 'victoria-metrics', unpacked);

/** Finds VictoriaMetrics, or unpacks Debian's package into .cache. */
export async function provisionVictoriaMetrics(say: (line: string) => void): Promise<Provision> {
  const found = findVictoriaMetrics();
  if (found) return { path: found };
  const install = 'sudo apt-get install victoria-metrics';
  if (!isDebian()) return missing('VictoriaMetrics', 'it is not on PATH', 'install it, or set VICTORIA_METRICS_BIN');
  say("VictoriaMetrics is not on PATH. Unpacking Debian's package into .cache …");
  const failure = await unpackPackages(['victoria-metrics'], { folder, program: (root) => join(root, program) });
  if (failure === null) return { path: unpacked };
  return missing('VictoriaMetrics', failure.why, install, failure.output);
}
