import { fork } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Starts `prometheus.ts` in a process of its own. */
export async function startStandIn(size: { targets: number; perNamespace: number; pastHours: number }) {
  const file = fileURLToPath(new URL('prometheus.ts', import.meta.url));
  const words = [size.targets, size.perNamespace, size.pastHours].map(String);
  const child = fork(file, words, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = await new Promise<string>((resolve) => {
    child.stdout?.once('data', (text: Buffer) => resolve(text.toString().trim()));
  });
  return {
    url,
    /** How many queries it has answered, by what they read. */
    counted: async (): Promise<Readonly<Record<string, number>>> => (await fetch(`${url}/counted`)).json(),
    stop: () => {
      process.removeListener('exit', kill);
      child.kill();
    },
  };
}
