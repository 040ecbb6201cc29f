import { describe, expect, test } from 'vitest';
import type { DeclaredState } from '../../ports/index.ts';
import { compare, firstWatch } from './declared-changes.ts';

const container = (memory: number, image = 'app:1'): DeclaredState['containers'][number] => ({
  name: 'app',
  image,
  cpuRequest: 0.5,
  cpuLimit: null,
  memoryRequest: memory,
  memoryLimit: memory,
});
const state = (at: number, changes: Partial<DeclaredState> = {}): DeclaredState => ({
  at,
  containers: [container(1)],
  isRollingOut: false,
  replicas: 2,
  bounds: null,
  ...changes,
});
const memory = (bytes: number, more: Partial<DeclaredState> = {}) => ({ containers: [container(bytes)], ...more });
const named = (image: string) => ({ containers: [container(1, image)] });
const scaled = (maxReplicas: number) => ({ replicas: null, bounds: { minReplicas: 1, maxReplicas } });
/** One state for each entry, at the times 1, 2, 3 and so on. */
const changesOf = (...states: readonly Partial<DeclaredState>[]) =>
  compare(
    firstWatch,
    states.map((changes, index) => state(index + 1, changes)),
  ).changes.map(({ event, at, before, after }) => {
    const [from, to] = [before.containers[0], after.containers[0]];
    return `${event} ${at}: ${from?.memory_request} ${from?.image} ${before.replicas} → ${to?.memory_request} ${to?.image} ${after.replicas}`;
  });

describe('a change', () => {
  test('counts when two states in a row show it, from the first of them on', () => {
    expect(changesOf({}, memory(2), memory(2), memory(2))).toEqual(['resources 2: 1 app:1 2 → 2 app:1 2']);
    expect(changesOf({}, memory(2), {}, {})).toEqual([]);
    expect(changesOf({}, memory(2), memory(3), memory(3))).toEqual(['resources 3: 1 app:1 2 → 3 app:1 2']);
    expect(changesOf(memory(2))).toEqual([]);
  });

  test('of several things is one record each, which differ only in their own', () => {
    const released = { containers: [container(2, 'app:2')], replicas: 3 };
    expect(changesOf({}, released, released)).toEqual([
      'resources 2: 1 app:1 2 → 2 app:1 2',
      'image 2: 2 app:1 2 → 2 app:2 2',
      'replicas 2: 2 app:2 2 → 2 app:2 3',
    ]);
  });

  test('is not another name that a node gives the same image', () => {
    expect(changesOf(named('docker.io/library/app:1'), {}, {})).toEqual([]);
    expect(changesOf(named('shop/app:1'), named('docker.io/shop/app:1'), named('docker.io/shop/app:1'))).toEqual([]);
    expect(changesOf(named('docker.io/library/app:1'), named('app:2'), named('app:2'))).toHaveLength(1);
    expect(changesOf({}, named('registry.example.com/app:1'), named('registry.example.com/app:1'))).toHaveLength(1);
  });

  test('is found over states that are unknown, such as a gap or a workload without pods', () => {
    const unknown = { containers: [], replicas: null };
    expect(changesOf({}, unknown, memory(2), unknown, memory(2))).toEqual(['resources 3: 1 app:1 2 → 2 app:1 2']);
    expect(changesOf({}, unknown, unknown, {}, {})).toEqual([]);
    const unnamed = { containers: [container(1, '')] };
    expect(changesOf({}, unnamed, unnamed, {})).toEqual([]);
  });

  test('is recorded once during a rollout or a canary, whichever pod is the newest', () => {
    const mixed = (bytes: number) => memory(bytes, { isRollingOut: true });
    expect(changesOf({}, mixed(2), mixed(2), mixed(1), mixed(1), mixed(2), memory(2))).toEqual([
      'resources 2: 1 app:1 2 → 2 app:1 2',
    ]);
  });

  test('that a rollout takes back is another change', () => {
    const mixed = memory(2, { isRollingOut: true });
    expect(changesOf({}, mixed, mixed, {}, {})).toEqual([
      'resources 2: 1 app:1 2 → 2 app:1 2',
      'resources 4: 2 app:1 2 → 1 app:1 2',
    ]);
  });

  test('of the bounds of an autoscaler is a change of replicas', () => {
    const { changes } = compare(firstWatch, [state(1, scaled(4)), state(2, scaled(8)), state(3, scaled(8))]);
    expect(changes).toMatchObject([
      { event: 'replicas', before: { replicas: null, max_replicas: 4 }, after: { replicas: null, max_replicas: 8 } },
    ]);
  });

  test('of the containers is a change of resources', () => {
    const two = { containers: [container(1), { ...container(1), name: 'proxy', image: 'proxy:1' }] };
    const { changes } = compare(firstWatch, [state(1), state(2, two), state(3, two)]);
    expect(changes.map(({ event }) => event)).toEqual(['resources']);
    expect(changes[0]?.after.containers.map(({ name, image }) => [name, image])).toEqual([
      ['app', 'app:1'],
      ['proxy', 'proxy:1'],
    ]);
  });
});

test('what was seen is the same object while nothing changes, and continues after it was stored', () => {
  const first = compare(firstWatch, [state(1)]).watch;
  expect(compare(first, [state(2), state(3)]).watch).toBe(first);
  const seenOnce = compare(first, [state(2, memory(2))]);
  expect(seenOnce.changes).toEqual([]);
  const restored = JSON.parse(JSON.stringify(seenOnce.watch));
  expect(compare(restored, [state(3, memory(2))]).changes).toMatchObject([{ event: 'resources', at: 2 }]);
});
