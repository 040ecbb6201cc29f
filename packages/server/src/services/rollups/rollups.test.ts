import { dayMs } from '@trimtab/core';
import { aStore, now } from '@trimtab/testing';
import { expect, it, vi } from 'vitest';
import { wholeWork } from '../../ports/index.ts';
import { createRollups } from './rollups.ts';

const unused = () => Promise.reject(new Error('no target is enrolled'));

it.each([-2, 2])('deletes old hours by the time of the database if the clock differs by %i days', async (days) => {
  const { rollups } = aStore();
  const prune = vi.fn<(day: number) => Promise<void>>(async () => undefined);
  const shared = {
    now: () => now,
    hold: () => wholeWork,
    revision: async () => 0,
    revisions: async () => new Map(),
  };
  const recording = createRollups({
    deps: { clock: { now: () => now + days * dayMs }, logger: () => undefined },
    store: { rollups: { ...rollups, prune }, shared },
    stored: async () => ({ records: [], byNamespace: new Map(), namespaces: [], settings: null }),
    snapshots: { ofWork: unused },
    sources: { workloads: unused },
    workScope: unused,
    usageHistory: { histories: unused },
  });
  await recording.catchUp();
  expect(prune).toHaveBeenCalledExactlyOnceWith(Math.floor(now / dayMs) - 400);
});
