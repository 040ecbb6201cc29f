import { fork } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

type Size = { readonly pods: number; readonly workloads: number; readonly epoch: number };

/** Starts `cluster.ts` in a process of its own. `change` begins 100 changes a second. */
export async function startCluster({ pods, workloads, epoch }: Size) {
  const file = fileURLToPath(new URL('cluster.ts', import.meta.url));
  const cluster = fork(file, [pods, workloads, epoch].map(String), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  process.once('exit', () => cluster.kill('SIGKILL'));
  const url = await new Promise<string>((resolve) => {
    cluster.stdout?.once('data', (text: Buffer) => resolve(text.toString().trim()));
  });
  return { url, change: () => cluster.send('change'), stop: () => cluster.kill() };
}
