import { aClient, aRecord, aUsage, aWorkload, aWorld } from '@trimtab/testing';
import { expect, it } from 'vitest';
import type { TargetReport } from '../../ports/index.ts';

it('reports of each target whether it is ready, and its suggestion in force', async () => {
  const small = aWorld([aRecord(), aRecord({ name: 'gone' })]);
  small.workloads.push(aWorkload());
  small.usages.push(aUsage(0.25, 0.5));
  const reports: (readonly TargetReport[])[] = [];
  const signals: unknown[] = [];
  const report = async (all: readonly TargetReport[], _now: number, signal?: AbortSignal) => {
    reports.push(all);
    signals.push(signal);
  };
  const { store } = small.deps;
  small.deps.store = { ...store, targets: { ...store.targets, report } };
  const works = new Map<string, (signal: AbortSignal) => Promise<unknown>>();
  small.deps.scheduler = { every: (_interval, name, work) => void works.set(name, work) };
  const client = aClient(small);
  expect((await client.post('/v1/ast/shop/cart/suggestions')).status).toBe(200);
  const { signal } = new AbortController();
  await works.get('target reports')?.(signal);
  expect(signals).toEqual([signal]);
  expect(reports).toEqual([
    [
      expect.objectContaining({
        name: 'cart',
        ready: { isTrue: true, label: 'Overprovisioned', message: expect.any(String) },
        recommended: expect.objectContaining({ isTrue: true }),
        recommendation: expect.objectContaining({
          id: expect.any(String),
          cpu: expect.any(Number),
          containers: [expect.objectContaining({ name: 'app' })],
        }),
      }),
      expect.objectContaining({
        name: 'gone',
        ready: { isTrue: false, label: 'Target workload missing', message: expect.stringContaining('renamed') },
        recommended: { isTrue: false, label: 'Error', message: expect.stringContaining('renamed') },
        recommendation: null,
      }),
    ],
  ]);
});
