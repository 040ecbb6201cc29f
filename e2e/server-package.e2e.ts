import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startForClients } from '@trimtab/testing/kubernetes';
import { fillCluster, startPrometheus } from './support/prometheus/index.ts';
import { startProgram } from './support/server.ts';
import { expect, test } from './support/test.ts';

const source = fileURLToPath(new URL('../packages/trimtab-server/', import.meta.url));
const run = promisify(execFile);

/** Packs the package of the server as for the registry, and installs the archive into an empty folder. */
async function installInto(folder: string) {
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source });
  const archive = join(folder, stdout.trim().split('\n').at(-1) ?? '');
  const prefix = join(folder, 'installed');
  await run('npm', ['install', '--prefix', prefix, '--offline', '--no-audit', archive]);
  return { archive, prefix };
}

test('the packed server runs without the checkout, with the console, a real Prometheus and Kubernetes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-server-package-'));
  await using prometheus = await aPrometheus();
  const { archive, prefix } = await installInto(folder);

  const { stdout } = await run('tar', ['-tzf', archive]);
  const files = stdout.trim().split('\n');
  for (const file of [
    'LICENSE',
    'README.md',
    'dist/server.js',
    'dist/sbom.cdx.json',
    'dist/THIRD-PARTY-LICENSES.txt',
  ]) {
    expect(files).toContain(`package/${file}`);
  }
  expect(files.filter((file) => /\.ts$|\.build-stamp|tsup|tsconfig|node_modules/.test(file))).toEqual([]);
  expect(existsSync(join(prefix, 'node_modules/.package-lock.json'))).toBe(true);
  expect(Object.keys(readJson(join(prefix, 'node_modules/.package-lock.json')).packages)).toEqual([
    'node_modules/trimtab-server',
  ]);

  const home = join(folder, 'home');
  mkdirSync(home);
  const program = {
    command: [join(prefix, 'node_modules/.bin/trimtab-server')] as const,
    env: { HOME: home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
  };
  const server = await startProgram(program, '--prometheus', prometheus.url);
  const get = (path: string, headers = {}) => fetch(`${server.url}${path}`, { headers });
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect(await (await get('/config.json')).json()).toMatchObject({
    version: readJson(join(source, 'package.json')).version,
  });
  expect(await (await get('/v1/views/kpis')).json()).toMatchObject({ data: {} });
  const enrolled = await fetch(`${server.url}/v1/ast/candidates/shop?dryrun=false`, { method: 'POST' });
  expect(enrolled.status).toBe(200);
  expect(await (await get('/v1/views/asts')).text()).toContain('"namespace":"shop"');
  const page = await (await get('/targets', { accept: 'text/html' })).text();
  expect(page).toContain('<div id="root">');
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
  expect((await get(script)).headers.get('content-type')).toContain('javascript');
  expect(existsSync(join(home, '.local/state/trimtab'))).toBe(true);
  // It started itself again with the options of malloc, in the same process.
  if (process.platform === 'linux') {
    expect(readFileSync(`/proc/${server.pid}/environ`, 'utf8')).toContain('MALLOC_ARENA_MAX=1');
  }
  expect(await server.stop()).toBe(0);
  expect(server.output().stderr).toBe('');
  await readsKubernetes(program, prometheus.url);
  rmSync(folder, { recursive: true });
});

/** With a certificate authority of its own, which needs a library that the other connections do not need. */
async function readsKubernetes(program: Parameters<typeof startProgram>[0], prometheus: string): Promise<void> {
  const cluster = await startForClients();
  cluster.standIn.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'only-in-kubernetes' } });
  const server = await startProgram(program, '--prometheus', prometheus, '--kubeconfig', cluster.kubeconfig('admin'));
  const namespaces = async () => (await fetch(`${server.url}/v1/system/namespaces`)).text();
  await expect.poll(namespaces).toContain('"only-in-kubernetes"');
  expect(await server.stop()).toBe(0);
  await cluster.stop();
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

/** A Prometheus with two hours of samples, and new ones. */
async function aPrometheus() {
  const { url, stop } = await startPrometheus();
  const filled = await fillCluster({ url, history: 7200, live: true });
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      await filled.stop();
      await stop();
    },
  };
}
