import { describe, expect, it } from 'vitest';
import { unregisterDemoWorker, type WorkerContainer } from './unregister-demo-worker.ts';

const origin = 'https://console.example';
const ours = { scriptURL: `${origin}/mockServiceWorker.js` };
const foreign = { scriptURL: `${origin}/push.js` };

function memory() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

function container(active: { scriptURL: string }, controller: { scriptURL: string } | null) {
  const unregistered: string[] = [];
  const registration = {
    active,
    waiting: null,
    installing: null,
    unregister: () => {
      unregistered.push(active.scriptURL);
      return Promise.resolve(true);
    },
  };
  const workers: WorkerContainer = { controller, getRegistrations: () => Promise.resolve([registration]) };
  return { workers, unregistered };
}

function blocked(): never {
  throw new DOMException('blocked', 'SecurityError');
}

describe('unregisterDemoWorker', () => {
  it('unregisters the demo worker and requests one reload if it controlled the page', async () => {
    const storage = memory();
    const { workers, unregistered } = container(ours, ours);
    expect(await unregisterDemoWorker(workers, origin, () => storage)).toBe(true);
    expect(unregistered).toEqual([ours.scriptURL]);
    expect(await unregisterDemoWorker(workers, origin, () => storage)).toBe(false);
  });

  it('requests no reload if the worker did not control the page', async () => {
    const { workers, unregistered } = container(ours, null);
    expect(await unregisterDemoWorker(workers, origin, memory)).toBe(false);
    expect(unregistered).toEqual([ours.scriptURL]);
  });

  it('does not unregister the worker of another application', async () => {
    const { workers, unregistered } = container(foreign, foreign);
    expect(await unregisterDemoWorker(workers, origin, memory)).toBe(false);
    expect(unregistered).toEqual([]);
  });

  it('requests no reload if storage is blocked', async () => {
    expect(await unregisterDemoWorker(container(ours, ours).workers, origin, blocked)).toBe(false);
  });

  it('does nothing without service worker support', async () => {
    expect(await unregisterDemoWorker(undefined, origin, memory)).toBe(false);
  });
});
