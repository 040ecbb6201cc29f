import { aRecord, aStore, now } from '@trimtab/testing';
import { expect, test } from 'vitest';
import type { Hold } from '../../ports/index.ts';
import { createWatcher } from './watcher.ts';

test('a namespace that another replica has taken over during a run is not read', async () => {
  const namespaces = ['a', 'b', 'c', 'd'];
  // Each namespace is read on its own, because two of them have more targets than are read together.
  const byNamespace = new Map(
    namespaces.map((namespace) => [
      namespace,
      Array.from({ length: 60 }, (_, index) => aRecord({ namespace, name: `app-${index}` })),
    ]),
  );
  const holds = new Map<string, Hold>(namespaces.map((namespace, shard) => [namespace, { shard, term: 1 }]));
  const read: string[] = [];
  const logged: string[] = [];
  const watcher = createWatcher({
    deps: {
      clock: { now: () => now },
      logger: (_level, event) => void logged.push(event),
      history: {
        history: async () => ({ items: [], problems: [] }),
        declared: async (scope) => {
          read.push(...(scope.namespaces ?? []));
          holds.delete('c');
          holds.set('d', { shard: 3, term: 2 });
          return { items: [], problems: [] };
        },
      },
    },
    store: aStore().changes,
    shared: { hold: (namespace) => holds.get(namespace) ?? null },
    stored: async () => ({ records: [...byNamespace.values()].flat(), byNamespace, namespaces, settings: null }),
    changed: () => undefined,
  });
  await watcher.catchUp();
  expect(read).toEqual(['a', 'b']);
  expect(logged).toEqual([]);
});

test('forgets the state of a namespace that another replica has taken over', async () => {
  const byNamespace = new Map([['shop', [aRecord()]]]);
  const holds = new Map<string, Hold>([['shop', { shard: 1, term: 1 }]]);
  const watcher = createWatcher({
    deps: {
      clock: { now: () => now },
      logger: () => undefined,
      history: {
        history: async () => ({ items: [], problems: [] }),
        declared: async () => ({ items: [], problems: [] }),
      },
    },
    store: aStore().changes,
    shared: { hold: (namespace) => holds.get(namespace) ?? null },
    stored: async () => ({ records: [aRecord()], byNamespace, namespaces: ['shop'], settings: null }),
    changed: () => undefined,
  });
  await watcher.catchUp();
  expect(await watcher.problems({})).toEqual([]);
  holds.clear();
  await watcher.catchUp();
  holds.set('shop', { shard: 1, term: 3 });
  expect(await watcher.problems({})).toEqual(['The changes of namespace shop are still being read.']);
});
