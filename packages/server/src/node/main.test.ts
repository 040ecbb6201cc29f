import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { aWorld } from '@trimtab/testing';
import { startMain } from '@trimtab/testing/node';
import { afterEach, describe, expect, it } from 'vitest';
import { main } from './main.ts';

class UnknownDataSetError extends Error {
  override readonly name = 'UnknownDataSetError';
}

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

function start(argv: readonly string[]) {
  const server = startMain({
    argv,
    simulated: async ({ dataSet }) => {
      if (dataSet !== 'storefront') throw new UnknownDataSetError(`There is no data set ${dataSet}.`);
      return aWorld().deps;
    },
  });
  cleanups.push(server.end);
  return server;
}

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-main-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A Prometheus without series. */
async function anEmptyPrometheus(port = 0): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"status":"success","data":{"resultType":"vector","result":[]}}');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  cleanups.push(() => server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

async function aFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const aClosedStream = () => new Writable({ write: (_chunk, _encoding, done) => done(new Error('write EPIPE')) });

describe('main', () => {
  it('prints its address, its cluster and how to show a real cluster', async () => {
    const { said, ready, ended, end } = start(['--port', '0', '--extra', 'cost_analysis=true']);
    const address = await ready;
    expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${address}/config.json`)).json()).toMatchObject({
      version: '1.2.3',
      extra: { cost_analysis: true },
    });
    void end();
    expect(await ended).toBe(0);
    expect(said.stdout).toMatch(/^Trimtab 1\.2\.3 is ready at http:\/\/127\.0\.0\.1:\d+\n/);
    expect(said.stdout).toContain('simulated cluster (data set storefront)');
    expect(said.stdout).toContain('npx -y pnpm@12.21.0 start --prometheus http://127.0.0.1:9090\n');
    expect(said.stderr).toBe('');
  });

  it('exits with 0 on a signal', async () => {
    const { ready, ended } = start(['--port', '0']);
    await ready;
    process.emit('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('keeps settings in the data folder across a restart', async () => {
    const url = await anEmptyPrometheus();
    const argv = [
      '--port',
      '0',
      '--prometheus',
      url.replace('http://', 'http://op:hunter2@'),
      '--data',
      join(aFolder(), 'new'),
    ];
    const settings = { node_cpu_cores: 8, node_memory_bytes: 32e9, node_hourly_cost: 0.4 };
    const first = start(argv);
    const saved = await fetch(`${await first.ready}/v1/cost-savings/settings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(settings),
    });
    expect(saved.status).toBe(200);
    void first.end();
    expect(await first.ended).toBe(0);
    expect(first.said.stdout).toContain(
      `It shows the cluster behind Prometheus at ${url}. Enrolled targets and settings are stored in`,
    );
    expect(first.said.stdout + first.said.stderr).not.toContain('hunter2');
    const second = start(argv);
    expect(await (await fetch(`${await second.ready}/v1/cost-savings/settings`)).json()).toEqual(settings);
  });

  it('starts with --prometheus-may-be-down while Prometheus is down, and reads it as soon as it is up', async () => {
    const port = await aFreePort();
    const argv = ['--port', '0', '--prometheus', `http://127.0.0.1:${port}`, '--data', aFolder()];
    const { said, ready } = start([...argv, '--prometheus-may-be-down']);
    const address = await ready;
    expect(said.stdout).toContain(
      'Prometheus cannot be read yet: Prometheus cannot be reached: the connection was refused. The server keeps trying.',
    );
    const statusOf = async (path: string) => (await fetch(`${address}${path}`)).status;
    expect(await Promise.all(['/healthz', '/readyz', '/v1/ast', '/v1/views/kpis'].map(statusOf))).toEqual(
      Array.from({ length: 4 }, () => 200),
    );
    expect(await statusOf('/v1/system/namespaces')).toBe(502);
    await anEmptyPrometheus(port);
    await expect.poll(() => statusOf('/v1/system/namespaces')).toBe(200);
  });

  it('counts the queries to each of several clusters', async () => {
    const clusters = [
      ['--prometheus', `eu=${await anEmptyPrometheus()}`],
      ['--prometheus', `us=http://127.0.0.1:${await aFreePort()}`],
    ];
    const address = await start(['--port', '0', '--data', aFolder(), ...clusters.flat()]).ready;
    const text = await (await fetch(`${address}/metrics`)).text();
    expect(text).toMatch(/^trimtab_upstream_queries_total\{connector="prometheus\.eu",outcome="answered"\} \d/m);
    expect(text).toMatch(/^trimtab_upstream_queries_total\{connector="prometheus\.us",outcome="failed"\} \d/m);
    expect(text).not.toContain('connector="prometheus"');
  });

  it('cancels running queries when it stops', async () => {
    const history = { asked: 0, left: 0 };
    const prometheus = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        // The queries for the history are never answered.
        if (request.url?.endsWith('/query_range') === true) {
          history.asked += 1;
          response.on('close', () => (history.left += 1));
          return;
        }
        const one = { metric: { namespace: 'shop', deployment: 'cart' }, value: [1, '2'] };
        const isDeployments =
          new URLSearchParams(body).get('query')?.includes('kube_deployment_spec_replicas') === true;
        response.setHeader('content-type', 'application/json');
        const result = isDeployments ? [one] : [];
        response.end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
      });
    });
    await new Promise<void>((resolve) => prometheus.listen(0, '127.0.0.1', resolve));
    cleanups.push(
      () => prometheus.closeAllConnections(),
      () => prometheus.close(),
    );
    const address = prometheus.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const server = start(['--port', '0', '--prometheus', url, '--data', aFolder()]);
    const own = await server.ready;
    expect((await fetch(`${own}/v1/ast/candidates/shop?dryrun=false`, { method: 'POST' })).status).toBe(200);
    expect((await fetch(`${own}/v1/views/kpis`)).status).toBe(200);
    await expect.poll(() => history.asked).toBeGreaterThan(0);
    expect(await server.end()).toBe(0);
    await expect.poll(() => history.left).toBe(history.asked);
    expect(server.said.stderr).toBe('');
  });

  it('prints each query with its duration with --explain-queries', async () => {
    const url = await anEmptyPrometheus();
    const argv = ['--port', '0', '--prometheus', url, '--data', aFolder(), '--explain-queries'];
    const { said, ready } = start(argv);
    await fetch(`${await ready}/v1/system/namespaces`);
    expect(said.stderr).toMatch(/^\d+ ms, \d+ series: .*kube_namespace_created/m);
    const window = { start: '2026-11-20T00:00:00Z', end: '2026-11-20T01:00:00Z' };
    const asked = new URLSearchParams({ ...window, query: 'up\n\u001b[2J{"level":"error"}' });
    await fetch(`${await ready}/v1/connectors/prometheus/series?${asked}`);
    expect(said.stderr).toContain('up^J^[[2J{"level":"error"}\n');
  });

  it.each([
    [['--nonsense'], 2, /^Unknown option '--nonsense'\. See --help\.$/],
    [['--prot', '1'], 2, /^Unknown option '--prot' \(Did you mean --port\?\)\. See --help\.$/],
    [['--host', '0.0.0.0'], 2, /callers must sign in/],
    [['--data-set', 'nonsense'], 2, /There is no data set nonsense/],
    [
      ['--prometheus', 'http://user:hunter2@127.0.0.1:9'],
      3,
      /^Cannot read from http:\/\/127\.0\.0\.1:9: .* Check the options that begin with --prometheus\.$/,
    ],
  ])('%j exits with %i and one sentence', async (argv, code, sentence) => {
    const { said, ended } = start(argv);
    expect(await ended).toBe(code);
    expect(said.stderr.trimEnd()).toMatch(sentence);
    expect(said.stderr.trimEnd()).not.toMatch(/\n|hunter2|\.ts:/);
    expect(said.stdout).toBe('');
  });

  it('exits with 3 if the port is in use', async () => {
    const first = start(['--port', '0']);
    const { port } = new URL(await first.ready);
    const second = start(['--port', port]);
    expect(await second.ended).toBe(3);
    expect(second.said.stderr).toBe(`Port ${port} on 127.0.0.1 is in use. Choose another with --port.\n`);
  });

  it('exits with 3 if the data folder cannot be used', async () => {
    const url = await anEmptyPrometheus();
    const file = join(aFolder(), 'file');
    writeFileSync(file, '');
    const { said, ended } = start(['--prometheus', url, '--data', file]);
    expect(await ended).toBe(3);
    expect(said.stderr).toBe(
      `The data folder ${file} cannot be used (the path is a file). Choose another with --data.\n`,
    );
  });

  it.each(['--help', '--version'])('ignores that the reader of %s has closed its end', async (word) => {
    const [stdout, stderr] = [aClosedStream(), aClosedStream()];
    expect(await main({ argv: [word], env: {}, stdout, stderr, webRoot: '/nonexistent' })).toBe(0);
    // An error of a stream that nobody listens to ends the process.
    await setImmediate();
    expect(stdout.errored).toBeInstanceOf(Error);
  });
});
