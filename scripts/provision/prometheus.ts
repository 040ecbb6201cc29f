import { join } from 'node:path';
import process from 'node:process';
import { inCheckout } from '../checkout.ts';
import { isDebian, unpackPackage } from './debian.ts';
import { isExecutable, onPath } from './executable.ts';
import { missing, type Provision } from './provision.ts';

const unpacked = inCheckout('.cache/prometheus');
const unpackedBinary = join(unpacked, 'usr/bin/prometheus');

/** `PROMETHEUS_BIN`, else the first Prometheus on PATH, else the unpacked one; null if there is none. */
export function findPrometheus(): string | null {
  const named = process.env['PROMETHEUS_BIN'];
  if (named && isExecutable(named)) return named;
  return onPath('prometheus') ?? (isExecutable(unpackedBinary) ? unpackedBinary : null);
}

/** Finds Prometheus, or unpacks Debian's package. */
export async function provisionPrometheus(say: (line: string) => void): Promise<Provision> {
  const found = findPrometheus();
  if (found) return { path: found };
  if (isDebian()) {
    say("Prometheus is not on PATH. Unpacking Debian's package into .cache …");
    // Not installed: the program is one static file, and the installed package would start a service on port 9090.
    const output = await unpackPackage('prometheus', unpacked);
    if (isExecutable(unpackedBinary)) return { path: unpackedBinary };
    return missing('Prometheus', "Debian's package could not be unpacked", 'sudo apt-get install prometheus', output);
  }
  const command =
    process.platform === 'darwin'
      ? 'brew install prometheus'
      : 'download it from https://prometheus.io/download/ and put it on PATH';
  return missing('Prometheus', 'it is not on PATH', command);
}
