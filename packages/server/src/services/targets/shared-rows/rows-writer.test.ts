import { aRecord, aWorld } from '@trimtab/testing';
import { expect, it } from 'vitest';
import type { Hold, StoredRows } from '../../../ports/index.ts';
import { createRowsWriter } from './rows-writer.ts';

it('rows that were read before the loss of a share are not stored after it was taken again', async () => {
  const namespaces = ['kept', 'lost'];
  const byNamespace = new Map(namespaces.map((namespace) => [namespace, [aRecord({ namespace })]]));
  const state = { term: 1, duringReading: () => {} };
  const saved: (readonly [StoredRows['namespace'], Hold])[] = [];
  const snapshot = {
    all: async () => [],
    inNamespace: () => [],
    row: () => undefined,
    namespaces,
    problems: [],
    problemsIn: () => [],
    end: 0,
  };
  const write = createRowsWriter(
    {
      clock: { now: () => 0 },
      cluster: aWorld().deps.cluster,
      shared: {
        hold: (namespace) => (namespace === 'kept' ? { shard: 1, term: 1 } : { shard: 2, term: state.term }),
        async saveRows(rows, holds) {
          rows.forEach(({ namespace }, index) => {
            const hold = holds[index];
            if (hold !== undefined) saved.push([namespace, hold]);
          });
        },
      },
      stored: async () => ({ records: [...byNamespace.values()].flat(), byNamespace, namespaces, settings: null }),
      snapshots: {
        async ofNamespaces() {
          state.duringReading();
          return snapshot;
        },
      },
      suggestions: { version: () => 0 },
      workScope: async () => namespaces,
    },
    async () => new Map(namespaces.map((namespace) => [namespace, 'basis'])),
  );
  // Another replica works on the namespace for a term, and stores newer rows.
  state.duringReading = () => void (state.term += 2);
  await write();
  expect(saved).toEqual([['kept', { shard: 1, term: 1 }]]);
  state.duringReading = () => {};
  await write();
  expect(saved.slice(1)).toEqual([['lost', { shard: 2, term: 3 }]]);
});
