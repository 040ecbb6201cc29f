import { join } from 'node:path';
import process from 'node:process';
import { inCheckout } from '../checkout.ts';
import { isDebian, unpackPackages } from './debian.ts';
import { findProgram } from './executable.ts';
import { missing, type Provision } from './provision.ts';

const folder = inCheckout('.cache/prometheus');
const program = 'usr/bin/prometheus';
const unpacked = join(folder, program);

/** The path in `PROMETHEUS_BIN`, else the first on PATH, else the unpacked one; null if there is none. */
export const findPrometheus = (): string | null => findProgram('PROMETHEUS_BIN', 'prometheus', unpacked);

/**
 * Finds Prometheus, or unpacks Debian's package into .cache. It is not installed, because the installed package would
 * start a service on port 9090.
 */
export async function provisionPrometheus(say: (line: string) => void): Promise<Provision> {
  const found = findPrometheus();
  if (found) return { path: found };
  if (isDebian()) {
    say("Prometheus is not on PATH. Unpacking Debian's package into .cache …");
    const failure = await unpackPackages(['prometheus'], { folder, program: (root) => join(root, program) });
    if (failure === null) return { path: unpacked };
    return missing('Prometheus', failure.why, 'sudo apt-get install prometheus', failure.output);
  }
  const install =
    process.platform === 'darwin'
      ? 'brew install prometheus'
      : 'download it from https://prometheus.io/download/ and put it on PATH';
  return missing('Prometheus', 'it is not on PATH', install);
}
