import { describe, expect, it, vi } from 'vitest';
import { loadModule } from './chunk-reload.ts';

function page(buildId = 'build-a') {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return { buildId, storage: () => storage, isServed: async () => true, reload: vi.fn<() => void>() };
}

function blocked(): never {
  throw new DOMException('blocked', 'SecurityError');
}
const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const settled = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'done',
      () => 'failed',
    ),
    new Promise((resolve) => setImmediate(resolve, 'waiting')),
  ]);

describe('loadModule', () => {
  it('answers the module', async () => {
    expect(await loadModule('home', () => Promise.resolve(7), page())).toBe(7);
  });

  it('loads the page again once, and paints nothing meanwhile', async () => {
    const first = page();
    expect(await settled(loadModule('onboarding', missing, first))).toBe('waiting');
    expect(first.reload).toHaveBeenCalledTimes(1);
    expect(await settled(loadModule('onboarding', missing, first))).toBe('failed');
    expect(first.reload).toHaveBeenCalledTimes(1);
  });

  it('counts by build and by module', async () => {
    const before = page();
    await settled(loadModule('onboarding', missing, before));
    await settled(loadModule('target', missing, before));
    await settled(loadModule('onboarding', missing, { ...before, buildId: 'build-b' }));
    expect(before.reload).toHaveBeenCalledTimes(3);
  });

  it('keeps the page while nothing could replace it, and reloads once the server is back', async () => {
    const first = page();
    expect(await settled(loadModule('onboarding', missing, { ...first, isServed: async () => false }))).toBe('failed');
    expect(first.reload).not.toHaveBeenCalled();
    expect(await settled(loadModule('onboarding', missing, first))).toBe('waiting');
    expect(first.reload).toHaveBeenCalledTimes(1);
  });

  it('never reloads by itself where storage is blocked', async () => {
    const reload = vi.fn<() => void>();
    expect(await settled(loadModule('onboarding', missing, { ...page(), storage: blocked, reload }))).toBe('failed');
    expect(reload).not.toHaveBeenCalled();
  });
});
