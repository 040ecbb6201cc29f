import { aWorkload, aWorld } from '@trimtab/testing';
import { expect, it } from 'vitest';
import { createSources, mostCachedItems } from './sources.ts';

it('bounds the answers of all principals together and evicts the least recently used', async () => {
  const small = aWorld();
  const each = mostCachedItems / 4;
  for (let index = 0; index < each; index += 1) small.workloads.push(aWorkload({ name: `w-${index}` }));
  const sources = createSources(small.deps);
  const asked = async (principal: string) => {
    const before = small.asked.cluster;
    expect((await sources.workloads(['shop'], { principal })).items).toHaveLength(each);
    return small.asked.cluster - before;
  };
  for (const principal of ['a', 'b', 'c', 'd']) expect(await asked(principal)).toBe(1);
  for (const principal of ['a', 'b', 'c', 'd']) expect(await asked(principal)).toBe(0);
  expect(await asked('a')).toBe(0);
  expect(await asked('e')).toBe(1);
  expect([await asked('a'), await asked('c'), await asked('d')]).toEqual([0, 0, 0]);
  expect(await asked('b')).toBe(1);
});

it('reads workloads again after a change that the source knows of, at most once a second', async () => {
  const small = aWorld();
  let version: number | null = 1;
  const cluster = { ...small.deps.cluster, version: () => version };
  const sources = createSources({ ...small.deps, cluster });
  const asked = async () => {
    const before = small.asked.cluster;
    await sources.workloads(['shop'], { principal: 'a' });
    return small.asked.cluster - before;
  };
  expect([await asked(), await asked()]).toEqual([1, 0]);
  version = 2;
  expect(await asked()).toBe(0);
  small.now += 1000;
  expect([await asked(), await asked()]).toEqual([1, 0]);
  small.now += 1000;
  expect(await asked()).toBe(0);
  version = null;
  expect(await asked()).toBe(0);
});

it('reads labels again when the source starts or ceases to know of changes', async () => {
  const small = aWorld();
  let version: number | null = 1;
  const problemsNow = () => (version === null ? ['not current'] : []);
  const labels = () => Promise.resolve({ items: [], problems: problemsNow() });
  const sources = createSources({
    ...small.deps,
    cluster: { ...small.deps.cluster, version: () => version, labels },
  });
  const problems = async () => (await sources.labels(['shop'], { principal: 'a' }))?.problems;
  expect(await problems()).toEqual([]);
  version = null;
  expect(await problems()).toEqual(['not current']);
  version = 2;
  expect(await problems()).toEqual([]);
});

it('a workload that is equal in the next answer stays the same object', async () => {
  const small = aWorld();
  small.workloads.push(aWorkload({ name: 'cart' }), aWorkload({ name: 'mail' }));
  const cluster = {
    ...small.deps.cluster,
    workloads: async () => structuredClone({ items: small.workloads, problems: [] }),
  };
  const sources = createSources({ ...small.deps, cluster });
  const read = async () => {
    const { items, byKey } = await sources.workloads(['shop'], { principal: 'a' });
    expect(items).toEqual([...byKey.values()]);
    return items;
  };
  const before = await read();
  small.workloads[1] = aWorkload({ name: 'mail', readyReplicas: 5 });
  sources.forget();
  const after = await read();
  expect(after.map((item, index) => item === before[index])).toEqual([true, false]);
  expect(after[1]).toMatchObject({ name: 'mail', readyReplicas: 5 });
});
