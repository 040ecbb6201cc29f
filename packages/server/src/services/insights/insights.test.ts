import { aRecord, aStore, aWorkload, aWorld } from '@trimtab/testing';
import { expect, it, vi } from 'vitest';
import { createServices } from '../services.ts';
import { createInsights } from './insights.ts';

it('adds up the rows of all targets once, however many insights are about them', async () => {
  const world = aWorld([aRecord()]);
  world.workloads.push(aWorkload());
  const { lists } = createServices({ ...world.deps, logger: () => undefined, version: 'test' });
  const snapshot = await lists.current({ principal: 'a' });
  const [row] = await snapshot.all();
  if (row === undefined) throw new Error('There is one target.');
  const wasting = [{ ...row, mode: 'Recommendation' as const, netHourlySavings: 1 }];
  const all = vi.fn<() => Promise<typeof wasting>>(async () => wasting);
  const clock = { now: () => 0 };
  const insights = createInsights(aStore().insights, { current: async () => ({ ...snapshot, all }) }, clock);
  for (let count = 0; count < 3; count += 1) await insights.record({ type: 'savings' }, { principal: 'a' }, null);
  all.mockClear();
  const active = await insights.active({ principal: 'a' });
  expect(active.map(({ targets }) => targets).slice(0, 3)).toEqual([1, 1, 1]);
  // Once for the recorded insights, and once for those that are computed.
  expect(all).toHaveBeenCalledTimes(2);
});
