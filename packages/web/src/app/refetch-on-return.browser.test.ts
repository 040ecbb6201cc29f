import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refetchedLater, refetchOnReturn } from './refetch-on-return.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

type Field = false | (() => false | 'always');

/** Mounts two queries and those of `more`, and records which of them are fetched. */
async function shown(deps: Parameters<typeof refetchOnReturn>[1] = {}, more: Record<string, Field> = {}) {
  const asked: string[] = [];
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, refetchOnWindowFocus: refetchedLater, refetchOnReconnect: false } },
  });
  client.mount();
  for (const name of ['kpis', 'targets']) {
    const ask = async () => asked.push(name);
    new QueryObserver(client, { queryKey: [name], queryFn: ask }).subscribe(() => {});
  }
  for (const [name, refetchOnWindowFocus] of Object.entries(more)) {
    const ask = async () => asked.push(name);
    new QueryObserver(client, { queryKey: [name], queryFn: ask, refetchOnWindowFocus }).subscribe(() => {});
  }
  await vi.advanceTimersByTimeAsync(0);
  asked.length = 0;
  refetchOnReturn(client, deps);
  return asked;
}

async function comeBack() {
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
}

describe('returning to the tab', () => {
  it('refetches each stale query once, after different delays', async () => {
    const moments = [0.25, 0.75];
    const asked = await shown({ random: () => moments.shift() ?? 0 });
    await vi.advanceTimersByTimeAsync(8 * 3_600_000);
    await comeBack();
    await comeBack();
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual(['kpis']);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(asked).toEqual(['kpis', 'targets']);
  });

  it('does not refetch fresh queries', async () => {
    const asked = await shown();
    await vi.advanceTimersByTimeAsync(29_000);
    await comeBack();
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual([]);
  });

  it('leaves queries alone that are not to be refetched', async () => {
    const asked = await shown(
      { random: () => 0 },
      { candidates: false, edited: () => false, settings: () => 'always' },
    );
    await vi.advanceTimersByTimeAsync(60_000);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.toSorted()).toEqual(['kpis', 'settings', 'targets']);
  });

  it('waits for the token first, and refetches even without one', async () => {
    let fail: ((reason: Error) => void) | undefined;
    const ready = () =>
      new Promise<never>((_, reject) => {
        fail = reject;
      });
    const asked = await shown({ ready, random: () => 0 });
    await vi.advanceTimersByTimeAsync(60_000);
    await comeBack();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toEqual([]);
    fail?.(new Error('no token'));
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['kpis', 'targets']);
  });
});
