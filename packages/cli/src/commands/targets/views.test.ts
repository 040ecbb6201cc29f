import type { ClusterTarget } from '@trimtab/core';
import { expect, test } from 'vitest';
import { serve, serveDataSet } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

const row = (name: string, changes: Partial<ClusterTarget> = {}): ClusterTarget => ({
  name,
  namespace: 'shop',
  kind: 'Deployment',
  mode: 'Recommendation',
  status: { severity: 'high', label: 'Underprovisioned' },
  cpu_utilization: 0.4,
  memory_utilization: 1.1,
  scaling: 'vertical',
  recommendation: { type: 'upDelta', label: 'Memory +110%' },
  hourly_waste_savings: 0,
  net_hourly_savings: -0.5,
  oom_kills: 3,
  restarts: 4,
  change: { memory: { before: 768 * 2 ** 20, after: 1611 * 2 ** 20 } },
  hourly_cost: 0.5,
  last_change: '2026-11-17T09:30:00Z',
  ...changes,
});

/** A server with the list of all targets, page by page. */
const serveRows = (rows: readonly ClusterTarget[], more: object = {}) =>
  serve((request) => {
    const { searchParams } = new URL(request.url);
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
    return Response.json({ items: rows.slice(offset, offset + limit), total: rows.length, ...more });
  });

test('a view shows kills, restarts, the change and what it saves in a year', async () => {
  await using api = await serveRows([row('web')]);
  const { stdout, code } = await trimtab('targets -A --at-risk', { api: api.url });
  expect(stdout).toBe(
    [
      'NAMESPACE\tNAME\tMODE\tSTATUS\tCPU\tMEMORY\tOOM KILLS\tRESTARTS\tCHANGE\tNET/YEAR\tCHANGED',
      'shop\tweb\tRecommendation\tUnderprovisioned\t40.0%\t110.0%\t3\t4\tMemory 768Mi → 1611Mi\t-$4,380\t1 d ago',
      '',
    ].join('\n'),
  );
  expect(api.seen).toEqual(['GET /v1/views/asts?view=at-risk&sort=%2Bname&limit=250&offset=0']);
  expect(code).toBe(0);
});

test.each([
  ['targets -A --savings --sort savings --limit 3', 'view=savings&sort=-net&limit=3&offset=0'],
  ['targets -n shop --attention --sort -kind', 'view=attention&namespaces=shop&sort=-kind&limit=250&offset=0'],
  ['targets -A --sort +oom_kills --mode autonomous', 'view=all&managed=true&sort=%2Boom_kills&limit=250&offset=0'],
  ['targets -A --where cpu>90', 'view=all&where=cpu%3E90&sort=%2Bname&limit=250&offset=0'],
  ['targets -A -l team=payments', 'view=all&labels=team%3Dpayments&sort=%2Bname&limit=250&offset=0'],
])('%s asks the server for %s', async (line, query) => {
  await using api = await serveRows([row('web')]);
  await trimtab(line, { api: api.url });
  expect(api.seen).toEqual([`GET /v1/views/asts?${query}`]);
});

test('a long view is read page by page', async () => {
  await using api = await serveRows(Array.from({ length: 600 }, (_, index) => row(`web-${index}`)));
  const { stdout } = await trimtab('targets -A --at-risk -o name', { api: api.url });
  expect(stdout.trim().split('\n')).toHaveLength(600);
  expect(api.seen).toHaveLength(3);
});

test.each([
  ['', 66],
  [' --limit 20', 20],
  [' --limit 3', 3],
])('a server with small pages is asked until the list%s is complete', async (limit, count) => {
  const rows = Array.from({ length: 66 }, (_, index) => row(`web-${index}`));
  await using api = await serve((request) => {
    const { searchParams } = new URL(request.url);
    const [offset, asked] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
    return Response.json({ items: rows.slice(offset, offset + Math.min(asked, 5)), total: rows.length });
  });
  const { stdout, code } = await trimtab(`targets -A --at-risk -o name${limit}`, { api: api.url });
  expect(stdout.trim().split('\n')).toHaveLength(count);
  expect(code).toBe(0);
});

test('a list with a limit that the server ends too early is incomplete', async () => {
  await using api = await serve((request) => {
    const items = request.url.includes('offset=0') ? [row('web')] : [];
    return Response.json({ items, total: 66 });
  });
  const { stderr, stdout, code } = await trimtab('targets -A --at-risk -o name --limit 20', { api: api.url });
  expect(stdout).toBe('shop/web\n');
  expect(stderr).toContain('The list is incomplete');
  expect(code).toBe(5);
});

test('what is unknown or still being computed is named on stderr', async () => {
  await using api = await serveRows([row('web', { oom_kills: null })], {
    computing: true,
    incomplete: ['Out-of-memory kills and restarts are unknown: It refused.'],
  });
  const { stderr, stdout } = await trimtab('targets -A --at-risk', { api: api.url });
  expect(stderr).toContain('It refused.');
  expect(stderr).toContain('still being computed');
  expect(stdout).toContain('\t—\t4\t');
});

test.each([
  ['targets -A --at-risk --savings', '--at-risk, --savings and --attention cannot be combined.'],
  ['targets -A --where cpu=90', '"cpu=90" compares no figures.'],
  ['targets -A -l a=b=c', '"a=b=c" is not a label selector.'],
  ['targets -A --sort age', 'Use name, mode, cost, savings'],
])('%s is refused', async (line, message) => {
  await using api = await serveRows([]);
  const { stderr, code } = await trimtab(line, { api: api.url });
  expect(stderr).toContain(message);
  expect(code).toBe(2);
  expect(api.seen).toEqual([]);
});

test('on the simulated cluster, the target with most kills is first', async () => {
  await using api = await serveDataSet('storefront');
  // The first answers may lack kills that are still being read.
  const first = async () =>
    (await trimtab('targets -A --at-risk --sort oom_kills -o name --limit 1', { api: api.url })).stdout;
  await expect.poll(first).toBe('fulfillment/warehouse-sync\n');
});
