import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { fillCluster, type SeededWorkload } from '../../e2e/support/prometheus/index.ts';
import { createConnection } from '../../packages/server/src/adapters/prometheus/client/connection.ts';
import type { ExplainedQuery } from '../../packages/server/src/adapters/prometheus/client/execute.ts';
import { createDialect, createPrometheus } from '../../packages/server/src/adapters/prometheus/index.ts';
import { recordingRules } from '../../packages/server/src/adapters/prometheus/recording-rules.ts';
import { openSqliteStore } from '../../packages/server/src/adapters/sql/index.ts';
import { createApp, createScheduler } from '../../packages/server/src/index.ts';
import { inCheckout } from '../../scripts/checkout.ts';
import { startProvisionedPrometheus } from './start-prometheus.ts';

/**
 * Measures the cost of Trimtab's queries for a real Prometheus: its processor time by its own counter, which does not
 * depend on the load of the machine, and the samples that it counts. Every pod has two containers, as in a service
 * mesh.
 *
 *   node bench/server/prometheus.ts [--pods 60] [--days 2] [--scrape 60] [--queries]
 *
 * Then the rules of deploy/prometheus are evaluated for the past, and the usage of a day and histories are read with and
 * without them.
 * `--days 14` measures a real cold start. The last row is a server that enrolls everything and computes all suggestions
 * and hours. `--queries` lists the queries of each row, where queries that differ only in names and times count as one.
 */
const { values } = parseArgs({
  options: {
    pods: { type: 'string', default: '60' },
    days: { type: 'string', default: '2' },
    scrape: { type: 'string', default: '60' },
    queries: { type: 'boolean', default: false },
  },
});
const [pods, days, scrapeSeconds] = [Number(values.pods), Number(values.days), Number(values.scrape)];
const daySeconds = 86_400;
const podsPerWorkload = 3;

const container = (name: string, cpuMean: number): SeededWorkload['containers'][number] => ({
  name,
  cpuRequest: 2 * cpuMean,
  memoryRequest: 2 ** 28,
  cpuMean,
  memoryMean: 2 ** 27,
});

const workloads = Array.from(
  { length: Math.ceil(pods / podsPerWorkload) },
  (_, index): SeededWorkload => ({
    namespace: `team-${index % 5}`,
    kind: 'Deployment',
    name: `service-${index}`,
    replicas: podsPerWorkload,
    containers: [container('app', 0.3), container('proxy', 0.05)],
  }),
);

const prometheus = await startProvisionedPrometheus();
const { url } = prometheus;

async function cpuSeconds(): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (.*)$/m.exec(metrics)?.[1]);
}

const explained: ExplainedQuery[] = [];

/** The lowest processor time of several repetitions, because Prometheus also works in the background. */
async function measure(question: string, repetitions: number, ask: () => Promise<unknown>): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    explained.length = 0;
    const before = await cpuSeconds();
    await ask();
    least = Math.min(least, (await cpuSeconds()) - before);
  }
  const samples = explained.reduce((sum, one) => sum + (one.samples ?? 0), 0);
  process.stdout.write(
    `${question.padEnd(24)} ${String(Math.round(least * 1000)).padStart(6)} ms, ${explained.length} queries, ${samples} samples\n`,
  );
  if (!values.queries) return;
  const alike = Map.groupBy(explained, ({ query }) =>
    query.replaceAll(/"[^"]*"/g, '""').replaceAll(/\d+(?=m?s\b)/g, 'n'),
  );
  const sums = [...alike].map(([shape, all]) => ({
    shape,
    count: all.length,
    milliseconds: all.reduce((sum, one) => sum + one.milliseconds, 0),
    samples: all.reduce((sum, one) => sum + (one.samples ?? 0), 0),
  }));
  for (const { shape, count, milliseconds, samples: read } of sums.toSorted((a, b) => b.milliseconds - a.milliseconds))
    process.stdout.write(`  ${count} in ${Math.round(milliseconds)} ms, ${read} samples: ${shape.slice(0, 300)}\n`);
}

/** Starts a new server, enrolls all workloads, and waits until all suggestions and all hours are computed. */
async function coldStart(ports: ReturnType<typeof createPrometheus>, clock: { now: () => number }): Promise<void> {
  const scheduler = createScheduler(() => undefined);
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-cold-start-'));
  const store = await openSqliteStore(folder);
  const app = createApp({ ...ports, store, clock, logger: () => undefined, version: '0', scheduler });
  const call = async (path: string, body?: unknown) => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    return (await app(new Request(`http://bench.test${path}`, body === undefined ? {} : init))).text();
  };
  for (const [namespace, own] of Map.groupBy(workloads, (one) => one.namespace)) {
    await call(`/v1/ast/candidates/${namespace}?dryrun=false`, { workloads: own.map(({ name }) => name) });
  }
  for (let tries = 0; tries < 600; tries += 1) {
    const isComputing = (await call('/v1/views/kpis')).includes('"computing":true');
    const hours = await store.rollups.targets();
    if (!isComputing && hours.filter((one) => one.coveredTo > one.coveredFrom).length === workloads.length) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await scheduler.stop();
  await store.close();
  rmSync(folder, { recursive: true });
}

try {
  const { now } = await fillCluster({
    url,
    workloads,
    history: days * daySeconds + 6 * 3600,
    fineStep: scrapeSeconds,
    coarseStep: scrapeSeconds,
    horizon: 0,
  });
  const clock = { now: () => now };
  const options = { url, clock, logger: () => undefined, explain: (query: ExplainedQuery) => explained.push(query) };
  const ports = createPrometheus(options);
  const { cluster, metrics } = ports;
  const last = (seconds: number) => ({ start: now - seconds * 1000, end: now });
  process.stdout.write(
    `${workloads.length * podsPerWorkload} pods of two containers, a sample every ${scrapeSeconds} s\n`,
  );
  const { session } = createConnection(options);
  await measure('a query without samples', 20, () => session(undefined, ({ instant }) => instant('vector(1)', 0)));
  await measure('state', 5, () => cluster.workloads({}));
  await measure('usage of five minutes', 5, () => metrics.usage({}, last(300)));
  await measure('usage of two hours', 5, () => metrics.usage({}, last(7200)));
  await measure('usage of a day', 5, () => metrics.usage({}, last(daySeconds)));
  const seconds = Math.floor(now / 1000);
  for (const { name, rules } of Object.values(recordingRules()))
    await measure(`rules of ${name}`, 5, () =>
      session(undefined, ({ instant }) => Promise.all(rules.map(({ expr }) => instant(expr, seconds)))),
    );
  // Prometheus keeps the last three hours in memory, where promtool may not add blocks.
  await prometheus.record(inCheckout('deploy/prometheus/rules.yaml'), seconds - days * daySeconds, seconds - 3 * 3600);
  const earlier = (seconds - 4 * 3600) * 1000;
  await prometheus.record(
    inCheckout('deploy/prometheus/day-rules.yaml'),
    seconds - 4 * 3600 - 1800,
    seconds - 4 * 3600,
  );
  const namespaces = [...new Set(workloads.map(({ namespace }) => namespace))];
  for (const mayEndEarlier of [false, true]) {
    await measure(`usage of a day${mayEndEarlier ? ' by rules' : ''}`, 5, () =>
      metrics.usage({ namespaces }, { start: earlier - daySeconds * 1000, end: earlier }, { mayEndEarlier }),
    );
  }
  // The server does not use the rules if a metric of cAdvisor is renamed.
  const renames = [{ within: 'cadvisor', standard: 'unused', actual: 'unused' }] as const;
  const withoutRules = createPrometheus({ ...options, dialect: createDialect({ renames, cluster: null }) });
  for (const [name, own] of [
    ['', withoutRules],
    [' by rules', ports],
  ] as const) {
    await measure(`${days} days${name}`, 3, async () => own.history.history({}, last(days * daySeconds)));
    await measure(`cold start${name}`, 2, () => coldStart(own, clock));
  }
} finally {
  await prometheus.stop();
}
