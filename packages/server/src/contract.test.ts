import { operations } from '@trimtab/core';
import { aRecord, aUsage, aWorkload, aWorld, hour, now, pastUsage, seeded } from '@trimtab/testing';
import { type Verified, verifyContract } from '@trimtab/testing/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import type { AppDeps, Connector, PodLogs } from './ports/index.ts';

const connector: Connector = {
  status: async () => ({ status: 'up' }),
  metrics: async () => [{ name: 'up', type: 'gauge' }],
  query: async (_query, { start }) => ({
    periods: [start],
    series: [{ labels: new Map([['job', 'node']]), values: [1] }],
  }),
};

const podLogs: PodLogs = {
  open: async () =>
    (async function* () {
      yield new TextEncoder().encode('2026-03-04T12:00:00Z ready\n');
    })(),
};

function worldDeps(): AppDeps {
  const world = aWorld([aRecord(), aRecord({ name: 'pay' })]);
  world.workloads.push(aWorkload(), aWorkload({ name: 'pay' }));
  world.usages.push(aUsage(0.3, 0.4), aUsage(0.6, 0.7, { name: 'pay' }));
  world.deps.metrics.series = async () => ({
    periods: [now - hour],
    containers: [{ name: 'app', cpu: [0.2], memory: [1e8] }],
  });
  const connectors = new Map([['prometheus', connector]]);
  return { ...world.deps, history: pastUsage(world), connectors, podLogs, logger: () => undefined, version: '1.2.3' };
}

describe('the contract, over hand-made ports', () => {
  let verified: Verified;
  const deps = worldDeps();

  beforeAll(async () => {
    const mount = { ask: createApp(deps), baseUrl: 'http://api.test', now: () => now };
    verified = await verifyContract(mount, { mutations: { requests: 2_000, random: seeded(3) } });
  });

  it('is kept by every call', () => {
    expect(verified.violations).toEqual([]);
  });

  it('was asked of every call', () => {
    expect([...verified.answered].toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
    expect(verified.unasked).toEqual([]);
  });
});
