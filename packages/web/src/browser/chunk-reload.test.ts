import { describe, expect, it, vi } from 'vitest';
import { loadModule } from './chunk-reload.ts';

function page(buildId = 'build-a') {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
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
  it('returns the module', async () => {
    expect(await loadModule('home', () => Promise.resolve(7), page())).toBe(7);
  });

  it('reloads the page once, and never settles before that', async () => {
    const first = page();
    expect(await settled(loadModule('onboarding', missing, first))).toBe('waiting');
    expect(first.reload).toHaveBeenCalledTimes(1);
    expect(await settled(loadModule('onboarding', missing, first))).toBe('failed');
    expect(first.reload).toHaveBeenCalledTimes(1);
  });

  it('reloads once per build and module', async () => {
    const before = page();
    await settled(loadModule('onboarding', missing, before));
    await settled(loadModule('target', missing, before));
    await settled(loadModule('onboarding', missing, { ...before, buildId: 'build-b' }));
    expect(before.reload).toHaveBeenCalledTimes(3);
  });

  it('does not reload while the server does not answer, and reloads when it answers again', async () => {
    const first = page();
    expect(await settled(loadModule('onboarding', missing, { ...first, isServed: async () => false }))).toBe('failed');
    expect(first.reload).not.toHaveBeenCalled();
    expect(await settled(loadModule('onboarding', missing, first))).toBe('waiting');
    expect(first.reload).toHaveBeenCalledTimes(1);
  });

  it('does not reload automatically if storage is blocked', async () => {
    const reload = vi.fn<() => void>();
    expect(await settled(loadModule('onboarding', missing, { ...page(), storage: blocked, reload }))).toBe('failed');
    expect(reload).not.toHaveBeenCalled();
  });
});
