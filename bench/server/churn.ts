import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { encodeLabels, remoteWrite, stale, type Write } from '../../e2e/support/prometheus/remote-write.ts';
import { createPrometheus } from '../../packages/server/src/adapters/prometheus/index.ts';
import { openSqliteStore } from '../../packages/server/src/adapters/sql/index.ts';
import { createApp, createScheduler } from '../../packages/server/src/index.ts';
import { startProvisionedPrometheus } from './start-prometheus.ts';

/**
 * Memory and event-loop delay of a server that reads two weeks of a namespace with many short-lived pods from a real
 * Prometheus, compared with the same namespace without those pods. Fails if they add more than 100 MB, or if the p99
 * delay is over 200 ms.
 *
 *   node bench/server/churn.ts [--pods 14000] [--enrolled]
 *
 * `--enrolled`: the short-lived pods belong to an enrolled workload.
 */
const { values } = parseArgs({
  options: {
    pods: { type: 'string', default: '14000' },
    enrolled: { type: 'boolean', default: false },
    measure: { type: 'string' },
    end: { type: 'string' },
  },
});
const budget = { growthMb: 100, delayMs: 200 };
const minute = 60_000;
const fortnight = 14 * 24 * 60 * minute;
const scrapeMs = 2 * minute;
const lifeMs = 10 * minute;
const lasting = 5;
const quietOwner = { enrolled: 'web', other: 'batch' };

type Pod = { readonly name: string; readonly owner: string; readonly from: number; readonly to: number };

function podsOf(count: number, end: number): readonly Pod[] {
  const start = end - fortnight;
  const churning = values.enrolled ? quietOwner.enrolled : quietOwner.other;
  return [
    ...Array.from({ length: lasting }, (_, index) => ({
      name: `${quietOwner.enrolled}-5d9c7b8f6d-${index}`,
      owner: quietOwner.enrolled,
      from: start,
      to: end,
    })),
    ...Array.from({ length: count }, (_, index) => {
      const from = start + Math.floor(((fortnight - lifeMs) * index) / count);
      return { name: `${churning}-7f6b4c9d8e-${index}`, owner: churning, from, to: from + lifeMs };
    }),
  ];
}

const oneSeries = (metric: string, labels: Record<string, string>, valueAt: (at: number) => number) => ({
  labels: encodeLabels(new Map(Object.entries({ __name__: metric, ...labels }))),
  valueAt,
});

/** The series of a pod with one container. */
function seriesOf({ name, owner }: Pod): readonly { labels: Uint8Array; valueAt: (at: number) => number }[] {
  const pod = { namespace: 'shop', pod: name };
  const own = { ...pod, container: 'app' };
  const request = (resource: string, value: number) =>
    oneSeries('kube_pod_container_resource_requests', { ...own, resource }, () => value);
  return [
    oneSeries('container_cpu_usage_seconds_total', { ...own, id: `/${name}`, name }, (at) => at / 4000),
    oneSeries('container_memory_working_set_bytes', { ...own, id: `/${name}`, name }, () => 1e8),
    oneSeries('kube_pod_owner', { ...pod, owner_kind: 'ReplicaSet', owner_name: `${owner}-rs` }, () => 1),
    oneSeries('kube_pod_container_info', { ...own, image: 'app' }, () => 1),
    oneSeries('kube_pod_status_ready', { ...pod, condition: 'true' }, () => 1),
    request('cpu', 0.5),
    request('memory', 2e8),
  ];
}

/** The series that exist for the whole time. */
const workloadSeries = ['web', 'batch'].flatMap((owner) => [
  { __name__: 'kube_deployment_spec_replicas', namespace: 'shop', deployment: owner },
  {
    __name__: 'kube_replicaset_owner',
    namespace: 'shop',
    replicaset: `${owner}-rs`,
    owner_kind: 'Deployment',
    owner_name: owner,
  },
]);

async function fill(url: string, pods: readonly Pod[], end: number): Promise<void> {
  const state = workloadSeries.map((labels) => encodeLabels(new Map(Object.entries(labels))));
  const encoded = new Map<Pod, ReturnType<typeof seriesOf>>();
  const batchMs = 50 * minute;
  for (let from = end - fortnight; from < end; from += batchMs) {
    const to = Math.min(from + batchMs, end);
    const times = (first: number, last: number) =>
      Array.from(
        { length: Math.max(0, Math.ceil((last - first) / scrapeMs)) },
        (_, index) => Math.ceil(first / scrapeMs) * scrapeMs + index * scrapeMs,
      );
    const writes: Write[] = state.map((labels) => ({ labels, samples: times(from, to).map((at) => [at, 1]) }));
    for (const pod of pods) {
      const [first, last] = [Math.max(from, pod.from), Math.min(to, pod.to)];
      if (first >= last) continue;
      const series = encoded.get(pod) ?? seriesOf(pod);
      encoded.set(pod, series);
      for (const { labels, valueAt } of series) {
        const samples: Write['samples'][number][] = times(first, last).map((at) => [at, valueAt(at)]);
        if (pod.to <= to && pod.to < end) samples.push([(samples.at(-1)?.[0] ?? first) + 1, stale]);
        writes.push({ labels, samples });
      }
    }
    await remoteWrite(url, writes);
  }
}

const ms = (nanoseconds: number) => nanoseconds / 1e6;

type Measured = {
  readonly growthMb: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  readonly seconds: number;
};

/** Runs in a separate process: enrolls the workload, then waits for its suggestion and its recorded hours. */
async function measure(url: string, end: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-churn-'));
  const store = await openSqliteStore(folder);
  // The time since `end`, which writing the samples took.
  const late = Date.now() - end;
  const clock = { now: () => Date.now() - late };
  const scheduler = createScheduler(() => undefined);
  const ports = createPrometheus({ url, clock, logger: () => undefined });
  const app = createApp({ ...ports, store, clock, logger: () => undefined, version: '0', scheduler });
  const get = async (path: string, init?: RequestInit) =>
    (await app(new Request(`http://bench.test${path}`, init))).text();
  await get('/v1/ast');
  const before = process.memoryUsage.rss();
  let most = before;
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const from = performance.now();
  const body = JSON.stringify({ workloads: [quietOwner.enrolled] });
  const headers = { 'content-type': 'application/json' };
  await get('/v1/ast/candidates/shop?dryrun=false', { method: 'POST', body, headers });
  for (let tries = 0; tries < 1_800; tries += 1) {
    const isComputing = (await get('/v1/views/namespaces/shop/asts')).includes('"computing":true');
    const [hours] = await store.rollups.targets();
    if (!isComputing && hours !== undefined && hours.coveredTo - hours.coveredFrom > fortnight / 2) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const seconds = (performance.now() - from) / 1000;
  delays.disable();
  clearInterval(watching);
  await scheduler.stop();
  await store.close();
  rmSync(folder, { recursive: true });
  return { growthMb: (most - before) / 1e6, p99Ms: ms(delays.percentile(99)), mostMs: ms(delays.max), seconds };
}

async function measureInChild(url: string, end: number): Promise<Measured> {
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=8', import.meta.filename, '--measure', url, '--end', String(end)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) text += chunk;
  return JSON.parse(text);
}

async function compare(): Promise<void> {
  let withoutMb = Number.NaN;
  for (const count of [0, Number(values.pods)]) {
    const prometheus = await startProvisionedPrometheus();
    try {
      const end = Date.now();
      await fill(prometheus.url, podsOf(count, end), end);
      const { growthMb, p99Ms, mostMs, seconds } = await measureInChild(prometheus.url, end);
      if (count === 0) withoutMb = growthMb;
      const addedMb = growthMb - withoutMb;
      const isOver = addedMb > budget.growthMb || p99Ms > budget.delayMs;
      if (isOver) process.exitCode = 1;
      process.stdout.write(
        `${count} short-lived pods: memory +${growthMb.toFixed(0)} MB, ${addedMb.toFixed(0)} of it for them, event-loop delay p99 ${p99Ms.toFixed(0)} ms, most ${mostMs.toFixed(0)} ms, ${seconds.toFixed(0)} s${isOver ? ' (!)' : ''}\n`,
      );
    } finally {
      await prometheus.stop();
    }
  }
}

if (values.measure === undefined) await compare();
else process.stdout.write(JSON.stringify(await measure(values.measure, Number(values.end))));
