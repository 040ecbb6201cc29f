import { join } from 'node:path';
import process from 'node:process';
import { inCheckout } from '../checkout.ts';
import { isDebian, unpackPackage } from './debian.ts';
import { isExecutable, onPath } from './executable.ts';
import { missing, type Provision } from './provision.ts';

const unpacked = inCheckout('.cache/kubectl');
const unpackedBinary = join(unpacked, 'usr/bin/kubectl');

/** `KUBECTL_BIN`, else the first kubectl on PATH, else the unpacked one; null if there is none. */
export function findKubectl(): string | null {
  const named = process.env['KUBECTL_BIN'];
  if (named && isExecutable(named)) return named;
  return onPath('kubectl') ?? (isExecutable(unpackedBinary) ? unpackedBinary : null);
}

/** Finds kubectl, or unpacks Debian's package. */
export async function provisionKubectl(say: (line: string) => void): Promise<Provision> {
  const found = findKubectl();
  if (found) return { path: found };
  if (isDebian()) {
    say("kubectl is not on PATH. Unpacking Debian's package into .cache …");
    const output = await unpackPackage('kubernetes-client', unpacked);
    if (isExecutable(unpackedBinary)) return { path: unpackedBinary };
    return missing(
      'kubectl',
      "Debian's package could not be unpacked",
      'sudo apt-get install kubernetes-client',
      output,
    );
  }
  const command =
    process.platform === 'darwin'
      ? 'brew install kubernetes-cli'
      : 'download it from https://kubernetes.io/docs/tasks/tools/ and put it on PATH';
  return missing('kubectl', 'it is not on PATH', command);
}
