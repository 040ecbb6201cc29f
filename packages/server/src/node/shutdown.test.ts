import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { seeded } from '@trimtab/testing';
import { scripts } from '@trimtab/testing/node';
import { afterEach, describe, expect, it } from 'vitest';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-ending-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

type Options = { readonly argv?: readonly string[]; readonly env?: Record<string, string>; readonly stderr?: number };

/** Starts a server in a separate process, which the test can kill. */
async function serve(folder: string, { argv = [], env = {}, stderr }: Options = {}) {
  const child = spawn(process.execPath, [scripts.serve, folder, ...argv], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', stderr ?? 'pipe'],
  });
  let stderrText = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderrText += chunk.toString()));
  const closed = once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode }));
  cleanups.push(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const address = /ready at (\S+)/.exec(text)?.[1];
      if (address !== undefined) resolve(address);
    });
    void closed.then(() => reject(new Error(`The server ended before it was ready: ${stderrText}`)));
  });
  return { url, kill: (signal: NodeJS.Signals) => child.kill(signal), closed, stderrText: () => stderrText };
}

const enrollAll = (url: string) => fetch(`${url}/v1/ast/candidates/shop?dryrun=false`, { method: 'POST' });

/** The value of one field of every item in the list. */
async function ofItems(field: string, response: Response): Promise<readonly unknown[]> {
  const body: unknown = await response.json();
  const items = typeof body === 'object' && body !== null && 'items' in body ? body.items : null;
  if (!Array.isArray(items)) return [body];
  return items.map((item: unknown) => new Map(Object.entries(item ?? {})).get(field));
}
const results = (response: Response) => ofItems('result', response);
const enrolled = async (url: string) => ofItems('name', await fetch(`${url}/v1/ast`));

const eight = Array.from({ length: 8 }, (_, index) => `workload-${index + 1}`);
const all = <T>(value: T): T[] => eight.map(() => value);

describe('enrollment', () => {
  it('twice in parallel creates each target once', async () => {
    const { url } = await serve(aFolder());
    const [first, second] = await Promise.all([enrollAll(url), enrollAll(url)]);
    const outcomes = [await results(first), await results(second)];
    expect(outcomes).toContainEqual(all('created'));
    expect(outcomes).toContainEqual(all('exists'));
    expect(await enrolled(url)).toEqual(eight);
  });

  it('can be sent again after the connection broke', async () => {
    const { url } = await serve(aFolder());
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    const sent = 'POST /v1/ast/candidates/shop?dryrun=false HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n';
    await new Promise((resolve) => socket.write(sent, resolve));
    socket.destroy();
    const again = await enrollAll(url);
    expect(again.status).toBe(200);
    expect([all('created'), all('exists')]).toContainEqual(await results(again));
    expect(await enrolled(url)).toEqual(eight);
  });

  it('loses and duplicates nothing after kill -9 at any moment', async () => {
    const random = seeded(8);
    for (let round = 0; round < 3; round += 1) {
      const folder = aFolder();
      const first = await serve(folder);
      const answer = enrollAll(first.url).then(results, () => 'cut off');
      // Some time between the request and its response.
      await new Promise((resolve) => setTimeout(resolve, random() * 12));
      first.kill('SIGKILL');
      const outcome = await answer;
      await first.closed;
      const second = await serve(folder);
      const survived = await enrolled(second.url);
      // All targets or none; all if the request was answered.
      expect([0, 8]).toContain(survived.length);
      expect(survived.length === 8 || outcome === 'cut off').toBe(true);
      expect((await enrollAll(second.url)).status).toBe(200);
      expect(await enrolled(second.url)).toEqual(eight);
      second.kill('SIGKILL');
      await second.closed;
    }
  });
});

describe('the server stops', () => {
  it('on SIGTERM under load: no response is cut off, it exits with 0 and restarts with its targets (docs/faults.md#graceful-shutdown)', async () => {
    const folder = aFolder();
    const server = await serve(folder);
    expect(await results(await enrollAll(server.url))).toEqual(all('created'));
    const seen = { whole: 0, refused: 0, halves: 0 };
    const client = async (): Promise<void> => {
      for (;;) {
        try {
          const response = await fetch(`${server.url}/v1/views/kpis`);
          await response.json().then(
            () => (seen.whole += 1),
            () => (seen.halves += 1),
          );
        } catch {
          seen.refused += 1;
          return;
        }
      }
    };
    const clients = Array.from({ length: 20 }, client);
    await expect.poll(() => seen.whole).toBeGreaterThan(100);
    server.kill('SIGTERM');
    expect(await server.closed).toEqual({ code: 0, signal: null });
    await Promise.all(clients);
    expect(seen.halves).toBe(0);
    const again = await serve(folder);
    expect((await fetch(`${again.url}/healthz`)).status).toBe(200);
    expect(await enrolled(again.url)).toEqual(eight);
  });

  it('after the time for load balancers, in which it answers everything and says that it is not ready', async () => {
    const server = await serve(aFolder(), { argv: ['--shutdown-delay', '300'] });
    const ask = async (path: string) => {
      const { status, headers } = await fetch(`${server.url}${path}`);
      return [status, headers.get('connection')];
    };
    expect(await ask('/readyz')).toEqual([200, 'keep-alive']);
    server.kill('SIGTERM');
    await expect.poll(() => ask('/readyz')).toEqual([503, 'close']);
    expect(await (await fetch(`${server.url}/readyz`)).text()).toContain('The server is being stopped.');
    expect(await results(await enrollAll(server.url))).toEqual(all('created'));
    expect([await ask('/healthz'), await ask('/v1/views/kpis')]).toEqual([
      [200, 'close'],
      [200, 'close'],
    ]);
    // A second signal ends the wait.
    server.kill('SIGTERM');
    expect(await server.closed).toMatchObject({ signal: 'SIGTERM' });
  });

  it('with 0 when the time for load balancers is over', async () => {
    const server = await serve(aFolder(), { argv: ['--shutdown-delay', '1'] });
    server.kill('SIGTERM');
    expect(await server.closed).toEqual({ code: 0, signal: null });
  });

  it('after an unhandled error: it logs the error, finishes requests and exits with 1', async () => {
    const server = await serve(aFolder(), { env: { TRIMTAB_TEST_REJECTS: 'true' } });
    const answer = await fetch(`${server.url}/v1/system/namespaces`);
    expect(answer.status).toBe(200);
    expect(await server.closed).toEqual({ code: 1, signal: null });
    expect(server.stderrText()).toContain('unhandled error; the server stops');
  });
});

describe('a full disk', () => {
  it('of the log blocks no request', async () => {
    const server = await serve(aFolder(), { argv: ['--log-level', 'debug'], stderr: openSync('/dev/full', 'w') });
    for (let count = 0; count < 50; count += 1) expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    server.kill('SIGTERM');
    expect((await server.closed).code).toBe(0);
  });
});
