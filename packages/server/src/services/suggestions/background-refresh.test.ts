import { minuteMs } from '@trimtab/core';
import { aRecord } from '@trimtab/testing';
import { describe, expect, it, vi } from 'vitest';
import { createBackgroundRefresh } from './background-refresh.ts';

const stored = async () => ({
  records: [],
  byNamespace: new Map([
    ['a', [aRecord()]],
    ['b', [aRecord(), aRecord(), aRecord()]],
    ['c', []],
  ]),
  namespaces: ['a', 'b', 'c'],
  settings: null,
});

function aRefresh({
  clock = { now: (): number => 0 },
  onRefresh = (): void => undefined,
  due = ['a', 'b'],
  fail = false,
} = {}) {
  const [stopping, ending] = [new AbortController(), new AbortController()];
  const refreshed: string[] = [];
  const logger = vi.fn<(level: string, event: string) => void>();
  const refresh = {
    isDue: (namespace: string) => due.includes(namespace),
    refresh: async (namespace: string) => {
      if (fail) throw new Error('refused');
      onRefresh();
      refreshed.push(namespace);
    },
    adopt: async () => undefined,
  };
  const priority = { whenIdle: async () => undefined };
  return {
    stopping,
    ending,
    refreshed,
    logger,
    ...createBackgroundRefresh({
      refresh,
      stored,
      priority,
      logger,
      clock,
      stopping: stopping.signal,
      ending: ending.signal,
    }),
  };
}

describe('background refresh', () => {
  it('refreshes the namespaces that are due, one after the other', async () => {
    const { run, refreshed } = aRefresh();
    await run();
    expect(refreshed).toEqual(['a', 'b']);
  });

  it('knows after the first namespace how long the others take at that pace', async () => {
    let now = 0;
    const seen: (number | null)[] = [];
    const clock = {
      now: () => {
        now += minuteMs;
        return now;
      },
    };
    const { run, minutesLeft } = aRefresh({ clock, onRefresh: () => void seen.push(minutesLeft()) });
    expect(minutesLeft()).toBeNull();
    await run();
    expect(seen).toEqual([null, 3]);
    expect(minutesLeft()).toBeNull();
  });

  it('runs one round at a time', async () => {
    const { run, refreshed } = aRefresh();
    await Promise.all([run(), run()]);
    expect(refreshed).toEqual(['a', 'b']);
  });

  it.each(['stopping', 'ending'] as const)('refreshes no further namespace while the server is %s', async (state) => {
    const one = aRefresh({ onRefresh: () => one[state].abort() });
    await one.run();
    expect(one.refreshed).toEqual(['a']);
  });

  it('logs a failure and runs again afterwards', async () => {
    const { run, logger } = aRefresh({ fail: true });
    await run();
    await run();
    expect(logger).toHaveBeenCalledTimes(2);
  });
});
