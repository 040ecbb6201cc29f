import type { Client } from '@trimtab/core';
import type { Clock } from '../clock.ts';
import { listTargets } from './targets-list.ts';

const everyMs = 2_000;

type Waiting = {
  namespace: string;
  names: readonly string[];
  timeoutMs: number;
  clock: Clock;
  signal: AbortSignal;
  /** Called with how many are still waited for. */
  waiting: (count: number) => Promise<void>;
};

async function silent(client: Client, { namespace, names, signal }: Waiting): Promise<string[]> {
  const { items } = await listTargets(client, { namespace, mode: null, sort: 'name', limit: null, signal });
  const rows = new Map(items.map((row) => [row.name, row]));
  return names.filter((name) => {
    const row = rows.get(name);
    return (row?.cpu_utilization ?? row?.memory_utilization ?? null) === null;
  });
}

/** Looks until every target has figures of its own, or the time is over; answers those that have none. */
export async function waitForReports(client: Client, waiting: Waiting): Promise<string[]> {
  const { clock, signal, timeoutMs } = waiting;
  const until = clock.elapsedMs() + timeoutMs;
  for (;;) {
    const missing = await silent(client, waiting);
    if (missing.length === 0 || clock.elapsedMs() + everyMs > until) return missing;
    await waiting.waiting(missing.length);
    await clock.sleep(everyMs, signal);
  }
}
