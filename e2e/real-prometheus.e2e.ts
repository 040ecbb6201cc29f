import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '@trimtab/core';
import { runCli } from './support/cli.ts';
import { enroll } from './support/enroll.ts';
import {
  advisedIn,
  type ExpectedTarget,
  expectedHourlyWaste,
  expectedKpis,
  expectedStatus,
  expectedTargets,
  explainedRequests,
} from './support/expected/index.ts';
import { runJourney } from './support/journey.ts';
import { expectClose, parseFigure, readKpis, readTable, sectionOf, watchConsole } from './support/page.ts';
import {
  type FilledCluster,
  fillCluster,
  type RunningPrometheus,
  standardWorld,
  startPrometheus,
} from './support/prometheus/index.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { close, open, watch } from './support/signed-in.ts';
import { expect, type Locator, test } from './support/test.ts';

/**
 * A real Prometheus with two weeks of samples, the built server, and namespaces enrolled in the browser. Every number on
 * the page and in the CLI is compared with figures computed from the raw samples by code that the server does not use.
 */
const namespaces = ['shop', 'payments', 'data', 'platform'];

let prometheus: RunningPrometheus;
let cluster: FilledCluster;
let server: RunningServer;
let folder: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trimtab-e2e-'));
  prometheus = await startPrometheus();
  cluster = await fillCluster({ url: prometheus.url, live: true });
  server = await startServer('--prometheus', prometheus.url, '--data', folder);
});

test.afterAll(async () => {
  await server?.stop();
  await cluster?.stop();
  await prometheus?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Expected = { target: ExpectedTarget; hourlyWaste: number | null };

/** The workloads of one namespace, computed from the raw samples of the last 24 hours. */
function targetsOf(namespace: string): ExpectedTarget[] {
  const now = Date.now();
  return expectedTargets(cluster, { start: now - dayMs, end: now }).filter((each) => each.namespace === namespace);
}

/** The expected figures of one namespace: from the raw samples, and the waste from the suggestions of the server. */
async function expectedOf(namespace: string): Promise<Map<string, Expected>> {
  const hpas = new Map(standardWorld().map((workload) => [`${workload.namespace}/${workload.name}`, workload.hpa]));
  const advised = await advisedIn(server.url, namespace);
  return new Map(
    targetsOf(namespace).map((target) => {
      const hpa = hpas.get(`${target.namespace}/${target.name}`);
      const suggestion = target.sampledHours < 24 ? null : (advised.get(target.name) ?? null);
      const directions = { horizontal: hpa !== undefined, vertical: true };
      return [target.name, { target, hourlyWaste: expectedHourlyWaste(target, suggestion, directions) }];
    }),
  );
}

test('namespaces are enrolled in the browser', async ({ page }) => {
  const { problems } = watchConsole(page);
  await page.goto(server.url);
  await expect(page).toHaveURL(/\/onboarding$/);
  for (const namespace of namespaces) {
    await page.goto(`${server.url}/onboarding`);
    await page.getByRole('combobox', { name: 'Namespace' }).selectOption(namespace);
    const expected = targetsOf(namespace);
    const rows = page
      .getByRole('main')
      .getByRole('row')
      .filter({ has: page.getByRole('cell') });
    await expect(rows).toHaveCount(expected.length);
    const check = (result: Locator) =>
      expect(result.getByText('Enrolled', { exact: true })).toHaveCount(expected.length);
    await enroll(page, 'Enroll Namespace', check, 'presses');
  }
  await expect(page.getByText('No potential candidates found for this namespace')).toBeVisible();
  expect(problems).toEqual([]);
});

test('every number of the home page agrees with the raw samples', async ({ page }) => {
  const { problems } = watchConsole(page);
  // Read before the page is opened, because the page shows the latest suggestions.
  const expectedByNamespace = new Map<string, Map<string, Expected>>();
  for (const namespace of namespaces) expectedByNamespace.set(namespace, await expectedOf(namespace));
  await page.goto(server.url);
  const wastes: (number | null)[] = [];
  const targets: ExpectedTarget[] = [];
  for (const [namespace, expected] of expectedByNamespace) {
    const section = sectionOf(page, namespace);
    await section.scrollIntoViewIfNeeded();
    const table = section.getByRole('table');
    await expect(table.getByRole('row')).toHaveCount(expected.size + 1);
    for (const row of await readTable(table)) {
      const name = row.get('Name') ?? '';
      const known = expected.get(name);
      expect(known, `${namespace}/${name} is one of the seeded workloads`).toBeDefined();
      if (!known) continue;
      const { target, hourlyWaste } = known;
      expect(row.get('Status'), `${name}: status`).toBe(expectedStatus(target).label);
      for (const [heading, utilization] of [
        ['CPU', target.cpuUtilization],
        ['Memory', target.memoryUtilization],
      ] as const) {
        const cell = [...row.entries()].find(([title]) => title.startsWith(heading))?.[1] ?? '';
        if (utilization === null) expect(parseFigure(cell), `${name}: ${heading}`).toBeNull();
        else expectClose(parseFigure(cell), utilization * 100, 0.1, `${name}: ${heading}`);
      }
      const cost = row.get('Yearly Waste') ?? '';
      // The page shows a waste of exactly zero as missing. It is zero if the suggestion changes nothing.
      if (hourlyWaste === null || hourlyWaste === 0)
        expect(cost, `${name}: waste`).toBe('No pre-autonomous mode data found');
      else expectClose(parseFigure(cost), Math.max(0, hourlyWaste) * 8760, 0.01, `${name}: waste`);
    }
    const all = [...expected.values()];
    targets.push(...all.map(({ target }) => target));
    wastes.push(...all.map(({ hourlyWaste }) => hourlyWaste));
    await expectKpis(
      await readKpis(section),
      all.map(({ target }) => target),
      all.map(({ hourlyWaste }) => hourlyWaste),
    );
  }
  await expectKpis(await readKpis(page.getByRole('main').getByLabel('Key figures of all targets')), targets, wastes);
  expect(problems).toEqual([]);
});

const kpiLabels = new Map([
  ['targets', 'Targets'],
  ['overprovisioned', 'Overprovisioned'],
  ['underprovisioned', 'Underprovisioned'],
  ['warnings', 'Warnings'],
  ['recommendation', 'Recommendation'],
  ['yearly_waste', 'Yearly Waste'],
  ['autonomous', 'Autonomous'],
  ['yearly_savings', 'Yearly Savings'],
]);

async function expectKpis(
  shown: Map<string, string>,
  targets: ExpectedTarget[],
  wastes: (number | null)[],
): Promise<void> {
  expect([...shown.keys()]).toEqual([...kpiLabels.values()]);
  for (const [id, value] of expectedKpis(targets, wastes)) {
    const text = shown.get(kpiLabels.get(id) ?? '') ?? '';
    // A compact number has one decimal, so 1.2K is rounded to hundreds.
    const roundedBy = text.endsWith('K') ? 100 : 0.1;
    expectClose(parseFigure(text), value, roundedBy, `KPI ${id}`);
  }
}

test('the CLI prints the same figures', async () => {
  for (const namespace of namespaces) {
    const expected = await expectedOf(namespace);
    const run = await runCli(server.url, 'targets', '-n', namespace, '-o', 'json');
    expect(run.code, run.stderr).toBe(0);
    const items: unknown = JSON.parse(run.stdout).items;
    expect(Array.isArray(items) && items.length).toBe(expected.size);
    if (!Array.isArray(items)) continue;
    for (const item of items) {
      const known = expected.get(item.name);
      expect(known, `${namespace}/${item.name}`).toBeDefined();
      if (!known) continue;
      const { target, hourlyWaste } = known;
      if (target.cpuUtilization !== null)
        expectClose(item.cpu_utilization, target.cpuUtilization, 0, `${item.name}: cpu`);
      if (target.memoryUtilization !== null) {
        expectClose(item.memory_utilization, target.memoryUtilization, 0, `${item.name}: memory`);
      }
      if (hourlyWaste !== null) expectClose(item.hourly_waste_savings, hourlyWaste, 0, `${item.name}: waste`);
    }
    const kpis = await runCli(server.url, 'kpis', '-n', namespace, '-o', 'json');
    expect(kpis.code, kpis.stderr).toBe(0);
    const values = new Map<string, number>(
      JSON.parse(kpis.stdout).items.map((kpi: { id: string; value: number }) => [kpi.id, kpi.value]),
    );
    const all = [...expected.values()];
    const computed = expectedKpis(
      all.map(({ target }) => target),
      all.map(({ hourlyWaste }) => hourlyWaste),
    );
    for (const [id, value] of computed) expectClose(values.get(id) ?? null, value, 0, `CLI KPI ${namespace} ${id}`);
  }
});

test('the explanation of a suggestion agrees with the raw samples', async () => {
  const now = Date.now();
  const targets = expectedTargets(cluster, { start: now - 14 * dayMs, end: now }).filter(({ namespace }) =>
    namespaces.includes(namespace),
  );
  let peaks = 0;
  for (const { namespace, name, containers } of targets) {
    for (const request of await explainedRequests(server.url, namespace, name)) {
      const what = `${namespace}/${name} ${request.container} ${request.resource}`;
      const { computed, rule, clamp } = request;
      const allowed = Math.min(computed, request.ceiling ?? computed);
      // A request that was adjusted to the replicas has its own reason, so its rule is checked instead.
      const ruled = request.adjusted?.ruled ?? request.value;
      // Requests are rounded up to whole millicores and mebibytes.
      const unit = request.resource === 'cpu' ? 0.001 : 1024 ** 2;
      if (clamp === null || clamp === 'ceiling') expectClose(ruled, allowed + unit / 2, unit, what);
      else expect(ruled, `${what}: a guard never lowers`).toBeGreaterThanOrEqual(allowed * (1 - 1e-9));
      if (clamp === 'ceiling') expect(allowed, `${what}: a ceiling lowers`).toBeLessThan(computed);
      expect(rule === null, `${what}: only memory has a rule`).toBe(request.resource === 'cpu');
      if (rule === null) continue;
      expectClose(computed, rule.statisticValue * rule.multiplier, 0, `${what}: the rule`);
      if (rule.statistic !== 'peak') continue;
      const raw = containers.find((container) => container.name === request.container)?.memory.peakPerPod ?? null;
      if (raw === null) continue;
      expectClose(rule.statisticValue, raw, 0, `${what}: the highest of 14 days`);
      peaks += 1;
    }
  }
  expect(peaks).toBeGreaterThan(5);
});

const targetsIn = (run: { stdout: string }): number =>
  JSON.parse(run.stdout).items.find((kpi: { id: string }) => kpi.id === 'targets').value;

test('enrollment survives a restart', async () => {
  const before = await runCli(server.url, 'kpis', '-o', 'json');
  await server.stop();
  server = await startServer('--prometheus', prometheus.url, '--data', folder);
  const after = await runCli(server.url, 'kpis', '-o', 'json');
  expect(targetsIn(before)).toBeGreaterThan(30);
  expect(targetsIn(after)).toBe(targetsIn(before));
});

test('the whole journey with sign-in, from the first visit to signing out', async ({ page }) => {
  const flags = ['cost_analysis', 'cost_simulator', 'event_simulator'].flatMap((flag) => ['--extra', `${flag}=true`]);
  const place = await open(3_600, '--prometheus', prometheus.url, '--data', join(folder, 'journey'), ...flags);
  const problems = watch(page, place);
  const { url } = place.server;
  await runJourney({ page, url, namespace: 'search', target: 'query' });
  expect(problems).toEqual([]);
  await close(place);
});

test('--explain-queries prints each query with its time', async () => {
  // A folder belongs to one server at a time.
  await server.stop();
  server = await startServer('--prometheus', prometheus.url, '--data', folder, '--explain-queries');
  await runCli(server.url, 'kpis');
  await server.stop();
  const { stdout, stderr } = server.output();
  expect(stdout + stderr).toContain('container_cpu_usage_seconds_total');
  expect(stdout + stderr).toMatch(/\d+(\.\d+)? ?ms/);
});
