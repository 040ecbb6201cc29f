import { aRecord } from '@trimtab/testing';
import { expect, test } from 'vitest';
import type { StoredState } from '../cache/cached-store.ts';
import { createBackgroundRefresh } from './background-refresh.ts';

function enrolledIn(...namespaces: string[]): StoredState {
  const byNamespace = new Map(namespaces.map((namespace) => [namespace, [aRecord({ namespace })]]));
  return { records: [...byNamespace.values()].flat(), byNamespace, namespaces, settings: null };
}

function aServer() {
  let [now, enrolled] = [1_000_000, enrolledIn('a', 'b')];
  const refreshed: string[] = [];
  const retained: (readonly string[])[] = [];
  const { run } = createBackgroundRefresh({
    refresh: {
      isDue: () => true,
      refresh: async (namespace) => void refreshed.push(namespace),
      adopt: async () => undefined,
      retain: ({ namespaces }) => void retained.push(namespaces),
    },
    stored: async () => enrolled,
    priority: { whenIdle: async () => undefined },
    logger: () => undefined,
    clock: { now: () => now },
    stopping: undefined,
    ending: new AbortController().signal,
  });
  const runOnce = async (): Promise<readonly string[]> => {
    refreshed.length = 0;
    await run();
    return [...refreshed];
  };
  return {
    retained,
    runOnce,
    wait: (milliseconds: number) => void (now += milliseconds),
    enroll: (...namespaces: string[]) => void (enrolled = enrolledIn(...namespaces)),
  };
}

test('many requests in a second look for due namespaces once', async () => {
  const { runOnce, wait } = aServer();
  expect(await runOnce()).toEqual(['a', 'b']);
  wait(999);
  expect(await runOnce()).toEqual([]);
  wait(1);
  expect(await runOnce()).toEqual(['a', 'b']);
});

test('a new target is looked for at once', async () => {
  const { runOnce, enroll } = aServer();
  await runOnce();
  enroll('a', 'b', 'c');
  expect(await runOnce()).toEqual(['a', 'b', 'c']);
});

test('what is known of other namespaces is forgotten when the enrolled targets have changed', async () => {
  const { runOnce, enroll, wait, retained } = aServer();
  await runOnce();
  wait(1_000);
  await runOnce();
  enroll('b');
  await runOnce();
  expect(retained).toEqual([['a', 'b'], ['b']]);
});
