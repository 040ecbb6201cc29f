import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { inCheckout } from '../checkout.ts';
import { run } from '../processes.ts';
import { isDebian, updateLists } from './debian.ts';
import { isExecutable, onPath } from './executable.ts';
import { missing, type Provision } from './provision.ts';

const unpacked = inCheckout('.cache/prometheus');
const unpackedBinary = join(unpacked, 'usr/bin/prometheus');

/**
 * Unpacks Debian's package into the checkout instead of installing it. The program is one static file, and an installed
 * package would start a service on port 9090.
 */
async function unpackDebianPackage(): Promise<string> {
  mkdirSync(unpacked, { recursive: true });
  const inFolder = { cwd: unpacked, output: 'capture' } as const;
  let download = await run('apt-get', ['download', 'prometheus'], inFolder);
  if (download.code !== 0) {
    await updateLists();
    download = await run('apt-get', ['download', 'prometheus'], inFolder);
  }
  const archive = readdirSync(unpacked).find((name) => name.startsWith('prometheus_') && name.endsWith('.deb'));
  if (!archive) return download.output;
  const unpack = await run('dpkg-deb', ['-x', archive, '.'], inFolder);
  return unpack.output;
}

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
    const output = await unpackDebianPackage();
    if (isExecutable(unpackedBinary)) return { path: unpackedBinary };
    return missing('Prometheus', "Debian's package could not be unpacked", 'sudo apt-get install prometheus', output);
  }
  const command =
    process.platform === 'darwin'
      ? 'brew install prometheus'
      : 'download it from https://prometheus.io/download/ and put it on PATH';
  return missing('Prometheus', 'it is not on PATH', command);
}
