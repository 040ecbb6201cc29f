import { PassThrough } from 'node:stream';
import { main, type Simulated } from '@trimtab/server/node';
import { aWorld } from '../ports.ts';

type Options = {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly simulated?: Simulated;
};

/** Runs the whole server in this process. `ready` resolves to its address when the server is ready. */
export function startMain({ argv, env = {}, simulated = async () => aWorld().deps }: Options) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const said = { stdout: '', stderr: '' };
  const stop = new AbortController();
  stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const ready = new Promise<string>((resolve) => {
    stdout.setEncoding('utf8').on('data', (text: string) => {
      said.stdout += text;
      const address = /ready at (\S+)/.exec(said.stdout)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  const ended = main({
    argv,
    env: { HOME: '/nonexistent', ...env },
    stdout,
    stderr,
    webRoot: '/nonexistent',
    version: '1.2.3',
    stop: stop.signal,
    simulated,
  });
  const end = (): Promise<number> => {
    stop.abort();
    return ended;
  };
  return { said, ready, ended, end };
}
