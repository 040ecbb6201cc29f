import { expect, test } from 'vitest';
import type { RequestContext } from '../../../ports/index.ts';
import type { Snapshot } from '../snapshot.ts';
import { createComputedRows } from './computed-rows.ts';

const snapshot: Snapshot = {
  all: async () => [],
  inNamespace: () => [],
  row: () => undefined,
  namespaces: [],
  problems: [],
  problemsIn: () => [],
  end: 0,
};

function aReplica() {
  let now = 1_000_000;
  const calls: string[] = [];
  const drop = (kind: string) => (principal: string) => void calls.push(`drop ${kind} of ${principal}`);
  const rows = createComputedRows({
    clock: { now: () => now },
    sources: { drop: drop('answers') },
    snapshots: {
      drop: drop('rows'),
      ofNamespaces: async (namespaces: readonly string[], { principal }: RequestContext) => {
        calls.push(`compute ${namespaces.join()} for ${principal}`);
        return snapshot;
      },
    },
  });
  const callsOf = async (act: () => unknown): Promise<readonly string[]> => {
    calls.length = 0;
    await act();
    return [...calls];
  };
  return { rows, callsOf, wait: (seconds: number) => void (now += seconds * 1_000) };
}

const dropped = ['drop answers of server, for lists', 'drop rows of server, for lists'];

test('rows that were just computed are used for a part of their namespaces', async () => {
  const { rows, callsOf, wait } = aReplica();
  expect(await callsOf(() => rows.of(['a', 'b']))).toEqual([...dropped, 'compute a,b for server, for lists']);
  wait(29);
  expect(await callsOf(() => rows.of(['b']))).toEqual(['compute a,b for server, for lists']);
  expect(await callsOf(() => rows.of(['b', 'c']))).toEqual([...dropped, 'compute b,c for server, for lists']);
});

test('rows and answers that are no longer used are dropped once', async () => {
  const { rows, callsOf, wait } = aReplica();
  expect(await callsOf(() => rows.release())).toEqual([]);
  await rows.of(['a']);
  wait(29);
  expect(await callsOf(() => rows.release())).toEqual([]);
  wait(1);
  expect(await callsOf(() => rows.release())).toEqual(dropped);
  expect(await callsOf(() => rows.release())).toEqual([]);
  expect(await callsOf(() => rows.of(['a']))).toContain('compute a for server, for lists');
});
