import { type Client, createClient } from '@trimtab/core';
import { aRecord, aStore } from '@trimtab/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../app.ts';
import type { WorkloadUsage } from '../../../ports/index.ts';
import { scenarios, scenarioWorkloads, usedShare, withExporterFaults } from '../testing/exporter-faults.ts';
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

/** `right` within 1 %, otherwise the value as a multiple of the expected one. */
const close = (actual: number | null | undefined, expected: number) =>
  Math.abs((actual ?? Number.POSITIVE_INFINITY) / expected - 1) <= 0.01 ? 'right' : (actual ?? 0) / expected;

describe.skipIf(reason)('a workload that always uses 60 % of its request', () => {
  let usages: ReadonlyMap<string, WorkloadUsage>;
  /** The two hours around the fault, which are read with the growth of counters. */
  let around: ReadonlyMap<string, WorkloadUsage>;
  let api: Client;
  beforeAll(async () => {
    const at = await start();
    const end = at.seed.now;
    const { items } = await at.metrics.usage({}, { start: end - 24 * hour * 1000, end });
    usages = new Map(items.map((item) => [item.namespace, item]));
    const short = { start: end - 13 * hour * 1000, end: end - 11 * hour * 1000 };
    around = new Map((await at.metrics.usage({}, short)).items.map((item) => [item.namespace, item]));
    const records = scenarioWorkloads.map(({ namespace, kind }) => aRecord({ namespace, kind, name: 'app' }));
    const app = createApp({
      ...at,
      store: aStore(records),
      clock: { now: () => end },
      logger: () => undefined,
      version: '1',
    });
    api = createClient({ baseUrl: 'http://api.test', fetch: (input, init) => app(new Request(input, init)) });
  });

  test.each(scenarios.filter(({ fault }) => fault !== 'gap'))(
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

  test.each(scenarios)('$namespace', async (scenario) => {
    const { namespace } = scenario;
    const pods = meanPods(scenario);
    const { cpuRequest, memoryRequest } = container('app');
    const [used] = usages.get(namespace)?.containers ?? [];
    const { items } = await api.views.namespaceTargets({ namespace });
    const compared = await api.costs.comparison({ namespace, name: 'app' });
    const { cpu, memory } = compared.resources;
    const isGap = scenario.fault === 'gap';
    const observed = items[0]?.observed ?? 0;
    expect({
      observed: isGap ? close(observed, 0.5) : observed > 0.98,
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
