import { type Client, createClient, resourceNames } from '@trimtab/core';
import { aRecord, aStore } from '@trimtab/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../app.ts';
import type { ResourceUsage, Window, WorkloadUsage } from '../../../ports/index.ts';
import { lostPods, scenarios, scenarioWorkloads, usedShare, withExporterFaults } from '../testing/exporter-faults.ts';
import { container, hour, prometheusStarter, whySkipped } from '../testing/real-prometheus.ts';

const reason = whySkipped('usage through faults of the exporters');
const start = prometheusStarter({
  workloads: scenarioWorkloads,
  history: 25 * hour,
  fineStep: 120,
  without: ['kube_pod_info', 'kube_pod_labels', 'kube_pod_container_resource_limits'],
  alter: withExporterFaults,
});

/** The mean number of pods of the scenario over the last day, without the hours in which an exporter was silent. */
function meanPods({ kind, fault }: (typeof scenarios)[number]): number {
  if (kind !== 'churn') return 3;
  return fault === 'gap' ? 2 + (4 + 2 + 3) / 12 : 2 + (6 + 8 + 6 + 3) / 24;
}

/** The part of the last day in which both exporters saw the pods. */
function observedPart(scenario: (typeof scenarios)[number]): number {
  if (scenario.fault === 'gap') return 0.5;
  return scenario.fault === 'partial' ? 1 - (lostPods(scenario) * 0.5) / meanPods(scenario) : 1;
}

/** `right` within 1 %, otherwise the value as a multiple of the expected one. */
const close = (actual: number | null | undefined, expected: number) =>
  Math.abs((actual ?? Number.POSITIVE_INFINITY) / expected - 1) <= 0.01 ? 'right' : (actual ?? 0) / expected;

const shareOf = ({ total, requested }: ResourceUsage) => (total ?? 0) / (requested ?? 0) / usedShare;

describe.skipIf(reason)('a workload that always uses 60 % of its request', () => {
  let usages: ReadonlyMap<string, WorkloadUsage>;
  /** The two hours around the fault, which are read with the growth of counters. */
  let around: ReadonlyMap<string, WorkloadUsage>;
  /** The two hours in which the silence of an exporter began, and those in which it ended. */
  let edges: readonly ReadonlyMap<string, WorkloadUsage>[];
  let api: Client;
  let at: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    at = await start();
    const end = at.seed.now;
    const usageOfApps = async (window: Window) => {
      const { items } = await at.metrics.usage({}, window);
      return new Map(items.filter(({ name }) => name === 'app').map((item) => [item.namespace, item]));
    };
    usages = await usageOfApps({ start: end - 24 * hour * 1000, end });
    const short = { start: end - 13 * hour * 1000, end: end - 11 * hour * 1000 };
    around = await usageOfApps(short);
    edges = await Promise.all(
      [17, 5].map((ago) => usageOfApps({ start: end - ago * hour * 1000, end: end - (ago - 2) * hour * 1000 })),
    );
    const apps = scenarioWorkloads.filter(({ name }) => name === 'app');
    const records = apps.map(({ namespace, kind }) => aRecord({ namespace, kind, name: 'app' }));
    const app = createApp({
      ...at,
      store: aStore(records),
      clock: { now: () => end },
      logger: () => undefined,
      version: '1',
    });
    api = createClient({ baseUrl: 'http://api.test', fetch: (input, init) => app(new Request(input, init)) });
  });

  test.each(scenarios.filter(({ fault }) => fault !== 'gap' && fault !== 'partial'))(
    '$namespace, two hours',
    ({ namespace, source, fault, kind }) => {
      const [used] = around.get(namespace)?.containers ?? [];
      const share = (used?.cpu.total ?? 0) / (used?.cpu.requested ?? 0);
      // A new container of cAdvisor is seen four minutes later.
      const isLate = fault === 'restart' && source !== 'kube-state-metrics';
      expect({
        namespace,
        kind,
        share,
        isClose: Math.abs(share / usedShare - 1) <= (isLate ? 0.06 : 0.02),
      }).toMatchObject({
        isClose: true,
      });
    },
  );

  // The exporter was silent from 16 to 4 hours ago.
  test.each(scenarios.filter(({ fault }) => fault === 'gap' || fault === 'partial'))(
    '$namespace, two hours at both edges of the silence',
    ({ namespace, kind }) => {
      const read = edges.map((usage) => {
        const [used] = usage.get(namespace)?.containers ?? [];
        return used === undefined ? [] : [shareOf(used.cpu), shareOf(used.memory)];
      });
      // The pods that an HPA adds or removes are seen for only a few minutes of the two hours.
      const most = kind === 'churn' ? 0.06 : 0.03;
      expect(read.flat().map((share) => (Math.abs(share - 1) <= most ? 'right' : share))).toEqual(
        Array.from({ length: 4 }, () => 'right'),
      );
    },
  );

  test.each(
    scenarios.filter(({ source, fault, kind }) => source === 'cadvisor' && fault === 'partial' && kind !== 'DaemonSet'),
  )('$namespace, the total of every bin', async ({ namespace, kind }) => {
    const window = { start: at.seed.now - 24 * hour * 1000, end: at.seed.now };
    const { items } = await at.history.history({ namespaces: [namespace] }, window);
    const found = items.find(({ name }) => name === 'app');
    const shares = (resource: 'cpu' | 'memory') =>
      [...(found?.total[resource] ?? [])].map((used, bin) => used / (found?.requested[resource][bin] ?? 0) / usedShare);
    const wrong = resourceNames.flatMap((resource) =>
      shares(resource).filter((share) => !(Math.abs(share - 1) < 0.05)),
    );
    // While a pod starts or ends, the bins of usage and of requests differ.
    expect(wrong.length).toBeLessThanOrEqual(kind === 'churn' ? 14 : 2);
  });

  test.each(scenarios)('$namespace', async (scenario) => {
    const { namespace } = scenario;
    const pods = meanPods(scenario);
    const { cpuRequest, memoryRequest } = container('app');
    const [used] = usages.get(namespace)?.containers ?? [];
    const { items } = await api.views.namespaceTargets({ namespace });
    const compared = await api.costs.comparison({ namespace, name: 'app' });
    const { cpu, memory } = compared.resources;
    const isGap = scenario.fault === 'gap' || scenario.fault === 'partial';
    const observed = items[0]?.observed ?? 0;
    expect({
      observed: isGap ? close(observed, observedPart(scenario)) : observed > 0.98,
      told: [items[0]?.status.tooltip, compared.problem].map((text) => /Only \d+ % of the last/.test(text ?? '')),
      status: items[0]?.status.label,
      cpuUtilization: close(items[0]?.cpu_utilization, usedShare),
      memoryUtilization: close(items[0]?.memory_utilization, usedShare),
      cpuRequested: close(used?.cpu.requested, pods * (cpuRequest ?? 0)),
      memoryRequested: close(used?.memory.requested, pods * (memoryRequest ?? 0)),
      comparedCpu: close(cpu.unoptimized.total_usage, usedShare * pods * (cpuRequest ?? 0)),
      comparedMemory: close(memory.unoptimized.total_usage, usedShare * pods * (memoryRequest ?? 0)),
    }).toEqual({
      observed: isGap ? 'right' : true,
      told: [isGap, isGap],
      status: 'Healthy',
      cpuUtilization: 'right',
      memoryUtilization: 'right',
      cpuRequested: 'right',
      memoryRequested: 'right',
      comparedCpu: 'right',
      comparedMemory: 'right',
    });
  });
});
