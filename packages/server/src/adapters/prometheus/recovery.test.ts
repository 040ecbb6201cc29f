import { aGate } from '@trimtab/testing';
import { answer, nothingRuns, type ScriptedServer, scriptedServer } from '@trimtab/testing/prometheus';
import { afterEach, expect, it } from 'vitest';
import { silentTelemetry } from '../../ports/index.ts';
import { createPrometheus } from './index.ts';

const open: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.stop()));
});

it('the probe continues and closes the circuit even if its caller leaves before the response', async () => {
  const clock = { time: 1_000_000, now: () => clock.time };
  const outcomes: string[] = [];
  const gate = aGate();
  let down = true;
  const server = await scriptedServer((response) => {
    if (down) answer(response, {}, 503);
    else void gate.opened.then(() => answer(response, nothingRuns));
  });
  open.push(server);
  const { cluster, metrics } = createPrometheus({
    url: server.url,
    clock,
    logger: () => undefined,
    telemetry: { ...silentTelemetry, upstream: ({ outcome }) => outcomes.push(outcome) },
  });
  const workloads = (signal?: AbortSignal) =>
    cluster.workloads({ namespaces: ['shop'] }, signal === undefined ? {} : { signal });
  for (let count = 0; count < 5; count += 1) {
    await expect(metrics.status()).resolves.toMatchObject({ status: 'down' });
  }
  down = false;
  clock.time += 60_000;
  const caller = new AbortController();
  const before = server.asked.length;
  await expect(workloads(caller.signal)).rejects.toThrow('The next query is sent at');
  await expect.poll(() => server.asked.length).toBe(before + 1);
  caller.abort();
  gate.open();
  await expect.poll(() => outcomes.at(-1)).toBe('answered');
  await expect(workloads()).resolves.toMatchObject({ items: [] });
});
