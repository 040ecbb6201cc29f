import { describe, expect, it } from 'vitest';
import { unregisterDemoWorker, type WorkerContainer } from './unregister-demo-worker.ts';

const origin = 'https://console.example';
const ours = { scriptURL: `${origin}/mockServiceWorker.js` };
const foreign = { scriptURL: `${origin}/push.js` };

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
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
  it('lets go of our worker and asks for one reload when it controlled the page', async () => {
    const storage = memory();
    const { workers, unregistered } = container(ours, ours);
    expect(await unregisterDemoWorker(workers, origin, () => storage)).toBe(true);
    expect(unregistered).toEqual([ours.scriptURL]);
    expect(await unregisterDemoWorker(workers, origin, () => storage)).toBe(false);
  });

  it('needs no reload when the worker did not control the page', async () => {
    const { workers, unregistered } = container(ours, null);
    expect(await unregisterDemoWorker(workers, origin, memory)).toBe(false);
    expect(unregistered).toEqual([ours.scriptURL]);
  });

  it("leaves another application's worker alone", async () => {
    const { workers, unregistered } = container(foreign, foreign);
    expect(await unregisterDemoWorker(workers, origin, memory)).toBe(false);
    expect(unregistered).toEqual([]);
  });

  it('never reloads when nothing can be remembered', async () => {
    expect(await unregisterDemoWorker(container(ours, ours).workers, origin, blocked)).toBe(false);
  });

  it('is content where there are no service workers', async () => {
    expect(await unregisterDemoWorker(undefined, origin, memory)).toBe(false);
  });
});
