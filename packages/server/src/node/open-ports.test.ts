import { answer, type ScriptedServer, scriptedServer, vector } from '@trimtab/testing/prometheus';
import { afterEach, expect, it } from 'vitest';
import { createPrometheus } from '../adapters/prometheus/index.ts';
import { checkMetricsSource } from './open-ports.ts';

const open: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.stop()));
});

async function aPrometheus(script: Parameters<typeof scriptedServer>[0]) {
  const server = await scriptedServer(script);
  open.push(server);
  return createPrometheus({
    url: server.url,
    clock: { now: () => Date.now() },
    logger: () => undefined,
  });
}

it('reports a Prometheus that accepts a query and never answers', async () => {
  const { metrics } = await aPrometheus(() => undefined);
  expect(await checkMetricsSource(metrics, 50)).toBe('it did not answer within 0.05 seconds.');
});

it('reports no problem if Prometheus answers', async () => {
  const { metrics } = await aPrometheus((response) => answer(response, vector({ metric: {}, value: [1, '1'] })));
  expect(await checkMetricsSource(metrics, 10_000)).toBeNull();
});
