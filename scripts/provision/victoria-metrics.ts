import { join } from 'node:path';
import process from 'node:process';
import { inCheckout } from '../checkout.ts';
import { isDebian, unpackPackage } from './debian.ts';
import { isExecutable, onPath } from './executable.ts';
import { missing, type Provision } from './provision.ts';

const folder = inCheckout('.cache/victoria-metrics');
const unpacked = join(folder, 'usr/bin/victoria-metrics');

/** The path in `VICTORIA_METRICS_BIN`, else the first on PATH, else the unpacked one; null if there is none. */
export function findVictoriaMetrics(): string | null {
  const named = process.env['VICTORIA_METRICS_BIN'];
  if (named && isExecutable(named)) return named;
  return onPath('victoria-metrics') ?? (isExecutable(unpacked) ? unpacked : null);
}

/** Finds VictoriaMetrics, or unpacks Debian's package into .cache. */
export async function provisionVictoriaMetrics(say: (line: string) => void): Promise<Provision> {
  const found = findVictoriaMetrics();
  if (found) return { path: found };
  const install = 'sudo apt-get install victoria-metrics';
  if (!isDebian()) return missing('VictoriaMetrics', 'it is not on PATH', 'install it, or set VICTORIA_METRICS_BIN');
  say("VictoriaMetrics is not on PATH. Unpacking Debian's package into .cache …");
  const output = await unpackPackage('victoria-metrics', folder);
  if (isExecutable(unpacked)) return { path: unpacked };
  return missing('VictoriaMetrics', "Debian's package could not be unpacked", install, output);
}
