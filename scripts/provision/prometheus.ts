import { join } from 'node:path';
import process from 'node:process';
import { inCheckout } from '../checkout.ts';
import { isDebian, unpackPackage } from './debian.ts';
import { isExecutable, onPath } from './executable.ts';
import { missing, type Provision } from './provision.ts';

const folder = inCheckout('.cache/prometheus');
const unpacked = join(folder, 'usr/bin/prometheus');

/** The path in `PROMETHEUS_BIN`, else the first on PATH, else the unpacked one; null if there is none. */
export function findPrometheus(): string | null {
  const named = process.env['PROMETHEUS_BIN'];
  if (named && isExecutable(named)) return named;
  return onPath('prometheus') ?? (isExecutable(unpacked) ? unpacked : null);
}

/**
 * Finds Prometheus, or unpacks Debian's package into .cache. It is not installed, because the installed package would
 * start a service on port 9090.
 */
export async function provisionPrometheus(say: (line: string) => void): Promise<Provision> {
  const found = findPrometheus();
  if (found) return { path: found };
  if (isDebian()) {
    say("Prometheus is not on PATH. Unpacking Debian's package into .cache …");
    const output = await unpackPackage('prometheus', folder);
    if (isExecutable(unpacked)) return { path: unpacked };
    const install = 'sudo apt-get install prometheus';
    return missing('Prometheus', "Debian's package could not be unpacked", install, output);
  }
  const install =
    process.platform === 'darwin'
      ? 'brew install prometheus'
      : 'download it from https://prometheus.io/download/ and put it on PATH';
  return missing('Prometheus', 'it is not on PATH', install);
}
