import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { startForClients } from '@trimtab/testing/kubernetes';
import { findKubectl } from '../scripts/provision/kubectl.ts';
import { runCli } from './support/cli.ts';
import { sectionOf, watchConsole } from './support/page.ts';
import {
  type FilledCluster,
  fillCluster,
  type RunningPrometheus,
  startPrometheus,
} from './support/prometheus/index.ts';
import { type RunningServer, startWithMovableClock } from './support/server.ts';
import { expect, test } from './support/test.ts';

/** The built server with targets in a Kubernetes API server, a real kubectl beside it, and a real Prometheus. */
const program = findKubectl();
test.skip(program === null, 'there is no kubectl on PATH: install it, or set KUBECTL_BIN');
test.describe.configure({ mode: 'serial' });

type Cluster = Awaited<ReturnType<typeof startForClients>>;
let cluster: Cluster;
let prometheus: RunningPrometheus;
let filled: FilledCluster;
let server: RunningServer;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trimtab-e2e-kubernetes-'));
  prometheus = await startPrometheus();
  filled = await fillCluster({ url: prometheus.url, history: 7200, live: true });
  cluster = await startForClients(program ?? '');
  for (const name of ['cart', 'web']) cluster.standIn.put(aDeployment(name));
  server = await start('targets-in-cluster', '--registry', 'kubernetes');
});

test.afterAll(async () => {
  await server?.stop();
  await cluster?.stop();
  await filled?.stop();
  await prometheus?.stop();
  rmSync(folder, { recursive: true });
});

function start(data: string, ...more: string[]): Promise<RunningServer> {
  const access = ['--prometheus', prometheus.url, '--kubeconfig', cluster.kubeconfig('admin')];
  return startWithMovableClock(...access, '--data', join(folder, data), ...more);
}

const aDeployment = (name: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'shop' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'app', image: 'registry.example/app:1' }] },
    },
  },
});

const cart = {
  apiVersion: 'trimtab.dev/v1alpha1',
  kind: 'AIScaleTarget',
  metadata: { name: 'cart', namespace: 'shop' },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' },
    vertical: { mode: 'recommendation' },
    limitPolicy: 'equal',
  },
};

async function kubectl(words: readonly string[], manifest?: object): Promise<string> {
  const { code, stdout, stderr } = await cluster.kubectl('admin', words, manifest);
  expect(code, stderr).toBe(0);
  return stdout;
}
const enrolled = async (): Promise<string> => (await fetch(`${server.url}/v1/ast/shop`)).text();

test('a target that kubectl applies is shown by the console', async ({ page }) => {
  const { problems } = watchConsole(page);
  await kubectl(['apply', '--server-side', '-f', '-'], cart);
  await expect.poll(enrolled).toContain('"cart"');
  await page.goto(server.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 targets across 1 namespaces');
  await expect(sectionOf(page, 'shop').getByRole('row').filter({ hasText: 'cart' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('a target that the console enrolls is shown by kubectl', async ({ page }) => {
  await page.goto(`${server.url}/onboarding?namespace=shop`);
  await page.getByRole('checkbox', { name: 'Select web' }).check();
  await page.getByRole('button', { name: 'Enroll Selected' }).click();
  await expect(page.getByRole('region', { name: 'Result of the enrollment' })).toContainText('Enrolled');
  const [header = '', ...rows] = (await kubectl(['get', 'aiscaletargets'])).trim().split('\n');
  expect(header.split(/ +/)).toEqual(['NAME', 'MODE', 'CPU', 'MEMORY', 'REPLICAS', 'READY', 'REASON', 'AGE']);
  expect(rows.map((row) => row.split(' ')[0])).toEqual(['cart', 'web']);
  expect(await kubectl(['describe', 'aiscaletarget', 'web'])).toMatch(/Scale Target Ref:\n(.*\n)* +Name: +web\n/);
});

test('a change of what kubectl set is refused with who set it', async () => {
  const refused = await runCli(server.url, 'limits', 'shop/cart', 'keep', '--yes');
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('AIScaleTarget "cart" in namespace "shop" was changed by "kubectl"');
  expect(await kubectl(['get', 'aiscaletarget', 'cart', '-o', 'jsonpath={.spec.limitPolicy}'])).toBe('equal');
});

const ownedBy = (kind: string, name: string) => ({
  namespace: 'shop',
  ownerReferences: [{ apiVersion: 'apps/v1', kind, name, controller: true }],
});

test('the log of a pod grows in the console, and the CLI prints what kubectl prints, without secrets', async ({
  page,
}) => {
  const { standIn } = cluster;
  const [apiVersion, kind] = ['apps/v1', 'ReplicaSet'];
  standIn.put({ apiVersion, kind, metadata: { name: 'cart-1', ...ownedBy('Deployment', 'cart') } });
  standIn.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'cart-1-a', ...ownedBy('ReplicaSet', 'cart-1') },
    spec: { containers: [{ name: 'app', image: 'registry.example/app:1' }] },
    status: { phase: 'Running' },
  });
  const place = { namespace: 'shop', pod: 'cart-1-a', container: 'app' };
  standIn.writeLog(place, 'ready, token=abc');
  expect(await kubectl(['logs', 'cart-1-a'])).toBe('ready, token=abc\n');
  await expect
    .poll(async () => (await runCli(server.url, 'logs', 'shop/cart')).stdout)
    .toBe('ready, token=[redacted]\n');
  await page.goto(`${server.url}/ast/shop/cart?drawer=logs&log=cart-1-a`);
  const log = page.getByRole('log', { name: 'Log of app in cart-1-a' });
  await expect(log).toContainText('ready, token=[redacted]');
  await expect.poll(() => standIn.followedLogs()).toBeGreaterThan(0);
  standIn.writeLog(place, 'one more line');
  await expect(log).toContainText('one more line');
  await page.keyboard.press('Escape');
  await expect.poll(() => standIn.followedLogs()).toBe(0);
});

test('an account with the role view may list targets and not create them', async () => {
  cluster.addViewer('viewer');
  const may = (verb: string) => cluster.kubectl('viewer', ['auth', 'can-i', verb, 'aiscaletargets']);
  expect(await may('list')).toMatchObject({ code: 0, stdout: 'yes\n' });
  expect(await may('create')).toMatchObject({ code: 1, stdout: 'no\n' });
});

const note = 'Kubernetes cannot be read, so workloads and pods come from Prometheus';
/** With the time of the last reading, and why there is no newer one. */
const wholeNote =
  /Kubernetes cannot be read, .* are unknown\. The last reading of \w+ was at 20[\d-]+ [\d:]+ UTC\. .*reached/;

test('while the API server is away, a running server shows what Prometheus knows, and then reads on', async ({
  page,
}) => {
  const { standIn } = cluster;
  await standIn.down();
  const refused = await runCli(server.url, 'limits', 'shop/web', 'keep', '--yes');
  expect(refused.stderr).toContain('The Kubernetes API server cannot be reached');
  // What was known a minute ago still counts as current.
  process.kill(Number(server.pid), 'SIGUSR2');
  await expect(async () => {
    await page.goto(`${server.url}/targets?view=all`);
    await expect(page.getByText(note).first()).toBeVisible({ timeout: 20_000 });
  }).toPass({ timeout: 240_000 });
  await expect(page.getByRole('row').filter({ hasText: 'cart' }).first()).toBeVisible();
  for (const path of ['/', '/ast/shop/cart', '/onboarding?namespace=shop', '/cost-analysis', '/activity']) {
    await page.goto(`${server.url}${path}`);
    await expect(page.getByText(wholeNote), path).toHaveCount(1);
  }
  for (const command of ['kpis', 'targets -A', 'target shop/cart', 'costs', 'candidates -n shop', 'changes']) {
    const { stderr } = await runCli(server.url, ...command.split(' '));
    expect(stderr, command).toMatch(wholeNote);
  }
  // Only Prometheus knows this workload.
  await page.goto(`${server.url}/onboarding?namespace=shop`);
  await expect(page.getByRole('row').filter({ hasText: 'catalog' }).first()).toBeVisible();
  standIn.put(aDeployment('late'));
  await standIn.up();
  await expect(async () => {
    await page.goto(`${server.url}/onboarding?namespace=shop`);
    await expect(page.getByRole('row').filter({ hasText: 'late' }).first()).toBeVisible({ timeout: 20_000 });
  }).toPass({ timeout: 240_000 });
  // Each kind of object is read again independently of the others.
  await expect(async () => {
    await page.goto(`${server.url}/targets?view=all`);
    await expect(page.getByRole('row').filter({ hasText: 'cart' }).first()).toBeVisible();
    await expect(page.getByText(note)).toHaveCount(0, { timeout: 20_000 });
  }).toPass({ timeout: 240_000 });
});

test('rights that are taken away are named, and those given back are used', async () => {
  const { standIn } = cluster;
  standIn.removeUser('admin');
  const refused = await runCli(server.url, 'limits', 'shop/web', 'keep', '--yes');
  expect(refused.stderr).toContain('The Kubernetes API server answered 401: Unauthorized');
  standIn.addUser('admin', { username: 'admin', groups: ['system:authenticated'] });
  const forbidden = await runCli(server.url, 'limits', 'shop/web', 'keep', '--yes');
  expect(forbidden.stderr).toContain('User "admin" cannot patch resource "aiscaletargets"');
  standIn.addUser('admin', { username: 'admin', groups: ['system:masters', 'system:authenticated'] });
  await expect.poll(async () => (await runCli(server.url, 'limits', 'shop/web', 'keep', '--yes')).code).toBe(0);
});

test('without the API server the console shows what Prometheus knows, and says what is missing', async ({ page }) => {
  await cluster.standIn.down();
  const inFolder = await start('targets-in-folder');
  const enroll = await fetch(`${inFolder.url}/v1/ast/candidates/shop?dryrun=false`, { method: 'POST' });
  expect(enroll.status).toBe(200);
  await page.goto(`${inFolder.url}/targets?view=all`);
  await expect(page.getByRole('row').filter({ hasText: 'catalog' }).first()).toBeVisible();
  await expect(page.getByText(note).first()).toBeVisible();
  await inFolder.stop();
});

test('without the API server a server shows the targets that it saw before, and enrolls none', async ({ page }) => {
  await server.stop();
  server = await start('targets-in-cluster', '--registry', 'kubernetes');
  await page.goto(`${server.url}/targets?view=all`);
  await expect(page.getByRole('row').filter({ hasText: 'cart' }).first()).toBeVisible();
  await expect(page.getByText('The enrolled targets are those that were known at 20').first()).toBeVisible();
  await page.goto(`${server.url}/onboarding?namespace=shop`);
  await expect(page.getByRole('row').filter({ hasText: 'catalog' }).first()).toContainText('Problem');
  await expect(page.getByText('The enrolled targets are not known: ').first()).toBeVisible();
});

test('an API server that comes back is read again', async ({ page }) => {
  await cluster.standIn.up();
  await kubectl(['delete', 'aiscaletarget', 'web']);
  await expect.poll(enrolled, { timeout: 120_000 }).not.toContain('"web"');
  await page.goto(`${server.url}/targets?view=all`);
  await expect(page.getByRole('row').filter({ hasText: 'cart' }).first()).toBeVisible();
  await expect(page.getByText('The enrolled targets are those that were known at 20')).toHaveCount(0);
});

test('no Secret and no ConfigMap was asked for', () => {
  const paths = new Set(cluster.standIn.audit.map(({ path }) => path));
  expect([...paths].filter((path) => /\/(secrets|configmaps)(\/|$)/.test(path))).toEqual([]);
});
