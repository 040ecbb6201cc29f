import { aRecord, aStore, aWorld, now } from '@trimtab/testing';
import { expect, it } from 'vitest';
import { createChanges } from './changes.ts';

/** The changes of so many targets, which a test replaces. */
function changedTargets(count: number) {
  const state = { at: now, changedAt: 1 };
  const store = aStore();
  const newest = async () =>
    Array.from({ length: count }, (_, index) => ({ namespace: 'shop', name: `app-${index}`, at: state.changedAt }));
  const changes = createChanges({
    deps: {
      clock: { now: () => state.at },
      logger: () => undefined,
      history: { history: async () => ({ items: [], problems: [] }) },
      metrics: aWorld().deps.metrics,
    },
    registry: {},
    store: { changes: { ...store.changes, newest } },
    stored: async () => ({ records: [], byNamespace: new Map(), namespaces: [], settings: null }),
    costHistory: {
      figures: async () => undefined,
      gaps: async () => undefined,
      targets: async () => [],
      versions: async () => () => '',
      reach: async () => null,
    },
  });
  const exported = () => changes.record('export', [aRecord()], { subject: 'a', permissions: new Set() });
  return { state, changes, exported };
}

it('the newest changes stay the same object after a change of another kind, so that lists are not computed again', async () => {
  const { changes, exported } = changedTargets(3);
  const before = await changes.newest();
  expect(before.get('shop/app-0')).toBe(1);
  await exported();
  expect(await changes.newest()).toBe(before);
});

it.each([
  [1_000, 2],
  [1_001, 1],
])('the newest changes of %i targets are read again after a change; shown at once: %i', async (count, shown) => {
  const { state, changes, exported } = changedTargets(count);
  const newest = async () => (await changes.newest()).get('shop/app-0');
  expect(await newest()).toBe(1);
  state.changedAt = 2;
  await exported();
  expect(await newest()).toBe(shown);
  state.at += 5_000;
  expect(await newest()).toBe(2);
});
