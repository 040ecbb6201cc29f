import { PassThrough } from 'node:stream';
import { main, type Simulated } from '@trimtab/server/node';
import { aWorld } from '../ports.ts';

type Options = {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly simulated?: Simulated;
};

/** Runs the whole server in this process. `ready` resolves to its address when the server is ready, and rejects if it ends. */
export function startMain({ argv, env = {}, simulated = async () => aWorld().deps }: Options) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const said = { stdout: '', stderr: '' };
  const stop = new AbortController();
  stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const address = Promise.withResolvers<string>();
  stdout.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text;
    const printed = /ready at (\S+)/.exec(said.stdout)?.[1];
    if (printed !== undefined) address.resolve(printed);
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
  void ended.then(
    (code) => address.reject(new Error(`The server ended with ${code}: ${said.stderr}`)),
    (error: unknown) => address.reject(error),
  );
  // Tests of servers that do not start never wait for it.
  address.promise.catch(() => undefined);
  const end = (): Promise<number> => {
    stop.abort();
    return ended;
  };
  return { said, ready: address.promise, ended, end };
}
