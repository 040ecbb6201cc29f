import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { idleAfter, whenIdle } from './when-idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function observe(): { isIdle: boolean } {
  const seen = { isIdle: false };
  void whenIdle().then(() => {
    seen.isIdle = true;
  });
  return seen;
}

it('starts no background work before the first view is drawn', async () => {
  const drawing = Promise.withResolvers<void>();
  idleAfter(drawing.promise);
  const seen = observe();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(seen.isIdle).toBe(false);
  drawing.resolve();
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.isIdle).toBe(true);
});

it('starts background work after five seconds if the first view is never drawn', async () => {
  idleAfter(new Promise(() => {}));
  const seen = observe();
  await vi.advanceTimersByTimeAsync(4_990);
  expect(seen.isIdle).toBe(false);
  await vi.advanceTimersByTimeAsync(20);
  expect(seen.isIdle).toBe(true);
});
