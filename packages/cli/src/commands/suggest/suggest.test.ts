import { expect, test } from 'vitest';
import { serveDataSet, serveJson } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

const environment = { NO_COLOR: '1' };
const suggestion = {
  created: '2026-11-18T09:30:00Z',
  why: 'Balanced: CPU 250m because busy hours need it.',
  metric: 'cpu',
  suggestedReplicas: 3,
  forecasts: [],
  resourceRecommendations: [
    {
      container: 'api',
      recommendations: [
        { resource: 'cpu', value: '250m' },
        { resource: 'memory', value: 1_073_741_824 },
        { resource: 'gpu', value: 2 },
      ],
    },
  ],
};

test('80 columns: suggested values, then the reasons', async () => {
  await using api = await serveJson(suggestion);
  const { code, stdout } = await trimtab('suggest -n shop cart', { api: api.url, columns: 80, environment });
  expect(stdout).toBe(`shop/cart
CONTAINER  RESOURCE  SUGGESTED
—          Replicas          3
api        CPU            250m
api        Memory        1.07G
api        gpu               2

Why
Balanced: CPU 250m because busy hours need it.
`);
  expect(code).toBe(0);
});

test('a limit that is part of the suggestion is shown beside its request', async () => {
  const recommendations = [
    { resource: 'cpu', value: '250m', limit: '500m' },
    { resource: 'memory', value: 1_073_741_824, limit: null },
  ];
  await using api = await serveJson({
    ...suggestion,
    why: '',
    resourceRecommendations: [{ container: 'api', recommendations }],
  });
  const { stdout } = await trimtab('suggest -n shop cart', { api: api.url, columns: 80, environment });
  expect(stdout).toBe(`shop/cart
CONTAINER  RESOURCE  SUGGESTED  LIMIT
—          Replicas          3      —
api        CPU            250m   500m
api        Memory        1.07G      —
`);
});

test('200 columns: the reasons wrap at 100 columns', async () => {
  await using api = await serveJson({ ...suggestion, why: 'word '.repeat(60).trim() });
  const { stdout } = await trimtab('suggest -n shop cart', { api: api.url, columns: 200, environment });
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
});

test('a pipe and CSV have one value per line, unformatted in CSV', async () => {
  await using api = await serveJson(suggestion);
  const piped = await trimtab('suggest -n shop cart', { api: api.url });
  expect(piped.stdout).toContain('\napi\tMemory\t1.07G\t—\n');
  const csv = await trimtab('suggest -n shop cart -o csv --no-headers', { api: api.url });
  expect(csv.stdout).toBe(',replicas,3,\r\napi,cpu,0.25,\r\napi,memory,1073741824,\r\napi,gpu,2,\r\n');
});

test('JSON is the response of the API, also of the real server', async () => {
  await using api = await serveDataSet('storefront');
  const { stdout } = await trimtab('suggest -n storefront cart -o json', { api: api.url });
  const stored = await fetch(`${api.url}/v1/ast/storefront/cart/suggestions?active=true`);
  const { items } = await stored.json();
  expect(JSON.parse(stdout)).toEqual(items[0]);
});

test('an unknown target is a usage error', async () => {
  await using api = await serveDataSet('storefront');
  expect(await trimtab('suggest -n storefront nosuch', { api: api.url })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('There is no target nosuch in storefront.'),
  });
});
