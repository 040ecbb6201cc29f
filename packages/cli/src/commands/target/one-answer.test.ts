import { createClient, formatResource, parseQuantity, targetChangeParts, yearlyFigure } from '@trimtab/core';
import { isEmptyPlan, patchPlan } from '@trimtab/core/patch';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getTarget, type TargetDetail } from '../../services/target-get.ts';
import { fixedNow, serveDataSet } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';
import { resourceFacts, resourceRows } from './resources.ts';
import { targetVerdict } from './verdict.ts';

/** Every target of the simulated cluster, read once: its row of the list of all targets, and everything about it. */
const api = await serveDataSet('storefront');
const client = createClient({ baseUrl: api.url });
let targets: { title: string; row: Row; detail: TargetDetail }[] = [];
let csv: Map<string, Map<string, string>>;

type Row = Awaited<ReturnType<typeof listAll>>['items'][number];
const listAll = () => client.views.targets({ limit: 250, offset: 0 });

beforeAll(async () => {
  // The first list starts all evaluations.
  const isReady = async () => (await listAll()).computing !== true || Promise.reject(new Error('still computing'));
  await vi.waitFor(isReady, { timeout: 120_000 });
  const { items } = await listAll();
  for (const row of items) {
    const id = { namespace: row.namespace, name: row.name };
    const detail = await getTarget(client, id, { now: fixedNow });
    targets.push({ title: `${id.namespace}/${id.name}`, row, detail });
  }
  const { stdout } = await trimtab('targets -A --sort name -o csv', { api: api.url });
  const [header = '', ...lines] = stdout.trim().split('\r\n');
  const fields = header.split(',');
  csv = new Map(
    lines.map((line) => {
      const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, '')) ?? [];
      const record = new Map(
        fields.map((field, index) => [field, cells[index]?.replace(/^"|"$/g, '').replace(/^'/, '') ?? '']),
      );
      return [`${record.get('namespace')}/${record.get('name')}`, record];
    }),
  );
});
afterAll(() => api[Symbol.asyncDispose]());

const verdict = (detail: TargetDetail) => targetVerdict(detail, fixedNow);
const advised = () =>
  targets.flatMap(({ detail, ...one }) =>
    detail.suggestion === null || detail.explanation === null || detail.found === null
      ? []
      : [{ ...one, detail, suggestion: detail.suggestion, explanation: detail.explanation, found: detail.found }],
  );

test('the simulated cluster has targets of all kinds', () => {
  expect(targets.length).toBeGreaterThan(60);
  expect(advised().length).toBeGreaterThan(55);
  const kinds = Map.groupBy(targets, ({ detail }) => verdict(detail).kind);
  expect([...kinds.keys()].toSorted()).toEqual(['change', 'fits', 'missing', 'none']);
  expect(targets.flatMap(({ detail }) => detail.failures)).toEqual([]);
});

test('the explanation and the suggestion are the same record with the same values', () => {
  for (const { title, suggestion, explanation } of advised()) {
    expect([title, explanation.id, explanation.created]).toEqual([title, suggestion.id, suggestion.created]);
    const suggested = suggestion.resourceRecommendations.flatMap(({ container, recommendations }) =>
      recommendations.map(({ resource, value, limit }) => ({ container, resource, value, limit: limit ?? null })),
    );
    const explained = explanation.requests.map(({ container, resource, value, limit }) => ({
      container,
      resource,
      value,
      limit: limit?.value ?? null,
    }));
    expect([title, explained]).toEqual([title, suggested]);
    expect([title, explanation.replicas?.suggested ?? null]).toEqual([title, suggestion.suggestedReplicas]);
  }
});

test('the patch has the suggested requests, and no request is above its limit', () => {
  for (const { title, suggestion, found } of advised()) {
    const { containers } = patchPlan(found, suggestion);
    const patched = containers.flatMap(({ name, requests }) =>
      Object.entries(requests).map(([resource, amount]) => [name, resource, parseQuantity(amount)]),
    );
    const suggested = suggestion.resourceRecommendations.flatMap(({ container, recommendations }) =>
      recommendations.map(({ resource, value }) => [container, resource, value]),
    );
    expect([title, patched]).toEqual([title, suggested]);
    for (const { name, requests, limits } of containers)
      for (const resource of ['cpu', 'memory'] as const) {
        const limit = parseQuantity(limits[resource]) ?? Number.POSITIVE_INFINITY;
        expect([title, name, resource, (parseQuantity(requests[resource]) ?? 0) <= limit]).toEqual([
          title,
          name,
          resource,
          true,
        ]);
      }
  }
});

test('the verdict is a change exactly where the list has one, and costs the same', () => {
  for (const { title, row, detail } of targets) {
    const { kind, netYearly } = verdict(detail);
    const isChange = row.recommendation.type === 'upDelta' || row.recommendation.type === 'downDelta';
    expect([title, kind === 'change']).toEqual([title, isChange]);
    const net = yearlyFigure(row.net_hourly_savings);
    if (kind !== 'change' || net === null) continue;
    expect([title, netYearly]).toEqual([title, expect.closeTo(net, 6)]);
  }
});

test('a change can be exported exactly where the patch has one', () => {
  for (const { title, detail, suggestion, found } of advised()) {
    const { kind, canExport } = verdict(detail);
    const isEmpty = isEmptyPlan(patchPlan(found, suggestion));
    // If all requests fit, only new bounds of the autoscaler need a file.
    const isExpected = kind === 'change' ? !isEmpty : patchPlan(found, suggestion).autoscaler !== null;
    expect([title, canExport]).toEqual([title, isExpected]);
  }
});

test('the verdict names the change of the list', () => {
  for (const { title, row, detail } of targets) {
    const { kind, headline } = verdict(detail);
    if (kind !== 'change') continue;
    expect(row.change).not.toBeNull();
    const isSingle = detail.found?.target.containers.length === 1;
    const parts = row.change === null ? [] : targetChangeParts(row.change);
    // The list adds up the containers, which the verdict names.
    const shown = isSingle ? parts : parts.filter((part) => part.endsWith('pods'));
    for (const part of shown) {
      const amounts = part.replace(/^(CPU|Memory) (none → )?/, '').replace(/ pods$/, '');
      expect([title, headline]).toEqual([title, expect.stringContaining(amounts)]);
    }
    expect([title, /→ \d+ pods?/.test(headline)]).toEqual([title, row.change?.replicas !== undefined]);
  }
});

test('the verdict counts the kills that the list counts', () => {
  const killed = targets.filter(({ row }) => (row.oom_kills ?? 0) > 0);
  expect(killed.length).toBeGreaterThan(0);
  for (const { row, detail } of killed)
    expect(verdict(detail).clauses).toContain(`prevents OOM kills (${row.oom_kills} this week)`);
});

test('CSV has the figures of the list, and the command the suggested amounts', () => {
  for (const { title, row, detail } of targets) {
    const record = csv.get(title);
    expect([title, record?.get('net_hourly_savings')]).toEqual([title, String(row.net_hourly_savings ?? '')]);
    expect([title, record?.get('recommendation')]).toEqual([title, row.recommendation.label]);
    const facts = new Map(resourceFacts(resourceRows(detail)).map(({ id, text }) => [id, text]));
    for (const { container, resource, value } of detail.explanation?.requests ?? [])
      expect([title, facts.get(`${container}.${resource}.suggested`)]).toEqual([
        title,
        formatResource(resource, value),
      ]);
  }
});

test('the distribution contains the samples behind each request', () => {
  for (const { title, explanation } of advised()) {
    const usage = explanation.usage ?? [];
    const requests = explanation.requests.map(({ container, resource }) => `${container} ${resource}`);
    const expected = [...requests, ...(explanation.replicas === null ? [] : [`null ${explanation.replicas.metric}`])];
    expect([title, usage.map(({ container, resource }) => `${container} ${resource}`)]).toEqual([title, expected]);
    for (const { counts, samples, lowest, step, p98, peak } of usage) {
      expect(counts.length).toBeLessThanOrEqual(60);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(samples.found);
      expect(lowest + step * counts.length).toBeCloseTo(peak, 3);
      expect(p98).toBeLessThanOrEqual(peak);
    }
  }
});
