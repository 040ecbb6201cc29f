import type { Client } from '@trimtab/core';
import type { MonotonicClock } from '../clock.ts';
import { readTargetList } from './targets-list.ts';

const pollIntervalMs = 2_000;

type Waiting = {
  namespace: string;
  names: readonly string[];
  timeoutMs: number;
  clock: MonotonicClock;
  signal: AbortSignal;
  /** Called with the number of targets that still have no data. */
  waiting: (count: number) => Promise<void>;
};

async function namesWithoutData(client: Client, { namespace, names }: Waiting): Promise<string[]> {
  const { items } = await readTargetList(client, { namespace, mode: null, sort: 'name', limit: null });
  const rows = new Map(items.map((row) => [row.name, row]));
  return names.filter((name) => {
    const row = rows.get(name);
    return (row?.cpu_utilization ?? row?.memory_utilization ?? null) === null;
  });
}

/** Polls until every target has utilization data or the time is over. Returns the names without data. */
export async function awaitTargets(client: Client, waiting: Waiting): Promise<string[]> {
  const { clock, signal, timeoutMs } = waiting;
  const until = clock.elapsedMs() + timeoutMs;
  for (;;) {
    const missing = await namesWithoutData(client, waiting);
    if (missing.length === 0 || clock.elapsedMs() + pollIntervalMs > until) return missing;
    await waiting.waiting(missing.length);
    await clock.sleep(pollIntervalMs, signal);
  }
}
