import { aRecord } from '@trimtab/testing';
import { expect, it } from 'vitest';
import type { RowsKey } from '../../../ports/index.ts';
import { createRowsReader } from './rows-reader.ts';
import { encodeRows, namespacesAtOnce } from './stored-rows.ts';

/** The stored rows of many namespaces, of which a reading needs several statements. */
function storedRows() {
  const namespaces = Array.from({ length: 3 * namespacesAtOnce }, (_, index) => `team-${index}`);
  const byNamespace = new Map(namespaces.map((namespace) => [namespace, [aRecord({ namespace })]]));
  const state = { at: 1_000_000, revision: 1, statements: 0, fails: false, eachStatement: () => {} };
  const shared = {
    revision: async () => state.revision,
    revisions: async () => new Map(namespaces.map((namespace) => [namespace, state.revision])),
    async rows(wanted: readonly RowsKey[]) {
      state.statements += 1;
      state.eachStatement();
      if (state.fails && state.statements > 1) throw new Error('The connection was terminated.');
      const none = { inNamespace: () => [], end: state.revision };
      return wanted.map((key) => ({ ...key, body: encodeRows(key, none, []).body, ageMs: 0 }));
    },
  };
  const basisOf = async () => new Map(namespaces.map((namespace) => [namespace, 'basis']));
  const deps = { clock: { now: () => state.at }, logger: () => undefined, shared };
  const now = { records: [...byNamespace.values()].flat(), byNamespace, namespaces, settings: null };
  return { state, now, reader: createRowsReader(deps, basisOf) };
}

it('what was stored since is shown all at once, so that lists are computed once for it', async () => {
  const { state, now, reader } = storedRows();
  await reader.readNow(now);
  const before = reader.known();
  expect(await reader.lacking(now, now.namespaces)).toEqual([]);
  state.revision = 2;
  state.eachStatement = () => expect(reader.known()).toBe(before);
  await reader.readNow(now);
  expect(state.statements).toBe(6);
  expect(reader.known()).not.toBe(before);
  expect(new Set([...reader.known().values()].map(({ end }) => end))).toEqual(new Set([2]));
});

it('what a reading that failed had read is not read again', async () => {
  const { state, now, reader } = storedRows();
  state.fails = true;
  await expect(reader.readNow(now)).rejects.toThrow('terminated');
  expect(reader.known().size).toBe(namespacesAtOnce);
  Object.assign(state, { fails: false, statements: 0 });
  await reader.readNow(now);
  expect(state.statements).toBe(2);
  expect(reader.known().size).toBe(now.namespaces.length);
});
