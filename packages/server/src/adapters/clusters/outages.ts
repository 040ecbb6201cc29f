import { secondMs } from '@trimtab/core';
import { type Clock, SourceError } from '../../ports/index.ts';
import { waitAtMost } from '../../wait.ts';

export type OutageKind = 'inventory' | 'usage';
type Outage = { readonly since: number; readonly reason: string };
export type Outages = ReturnType<typeof createOutages>;

/** How long others wait for a cluster that is down. */
const waitIfDownMs = 2 * secondMs;
/**
 * How long others wait for a cluster at least, and how many times as long as its slow reads, or as the first of the
 * others took, because the machine may be busy.
 */
const leastWaitMs = 5 * secondMs;
const slowReads = 10;

/**
 * Records which clusters do not answer, and bounds how long the answers of the others wait for them. A read that is too
 * late goes on: when it ends, the cluster is no longer down, and the next read waits as long as this one took.
 */
export function createOutages(clock: Clock) {
  const kinds: Readonly<Record<OutageKind, Map<string, Outage>>> = { inventory: new Map(), usage: new Map() };
  const slowest = new Map<string, number>();
  let recoveries = 0;
  const outageOf = (name: string): Outage | undefined => kinds.usage.get(name) ?? kinds.inventory.get(name);
  const note = (kind: OutageKind | null, name: string, reason: string) => {
    if (kind !== null) kinds[kind].set(name, { since: kinds[kind].get(name)?.since ?? clock.now(), reason });
  };
  /** `others`: when one of them has answered, this reading has some time left. */
  const inTimeWith = async <T>(
    name: string,
    reading: Promise<T>,
    others: readonly Promise<unknown>[],
    kind: OutageKind | null,
  ): Promise<T> => {
    const startedAt = clock.now();
    const watched = reading.then(
      (answer) => {
        // Halved with each read, so that one outage does not let later ones take long.
        slowest.set(name, Math.max((slowest.get(name) ?? 0) / 2, clock.now() - startedAt));
        if (kind !== null && kinds[kind].delete(name)) recoveries += 1;
        return answer;
      },
      (error: unknown) => {
        if (error instanceof SourceError) note(kind, name, error.message);
        throw error;
      },
    );
    const known = outageOf(name);
    const slow = slowest.get(name);
    // The first read may take as long as the source allows, because it is not known how fast the cluster is.
    if (known === undefined && slow === undefined) return watched;
    await Promise.race([watched, Promise.any(others).catch(() => watched)]);
    const reference = Math.max(slow ?? 0, clock.now() - startedAt);
    const waitMs = known === undefined ? Math.max(leastWaitMs, slowReads * reference) : waitIfDownMs;
    const answer = await waitAtMost(waitMs, watched);
    if (answer !== 'late') return answer;
    const reason = known?.reason ?? `It has not answered for ${Math.round(waitMs / secondMs)} s.`;
    note(kind, name, reason);
    throw new SourceError(reason, { timedOut: true });
  };
  return {
    /**
     * The same readings, of which each rejects if the answers of the others would wait long for it. `kind`: null for reads
     * that do not show whether a cluster is down.
     */
    inTime: <T>(
      readings: readonly { readonly name: string; readonly reading: Promise<T> }[],
      kind: OutageKind | null,
    ): readonly Promise<T>[] =>
      readings.map(({ name, reading }) => {
        const others = readings.flatMap((other) => (other.name === name ? [] : other.reading));
        return inTimeWith(name, reading, others, kind);
      }),
    /** How many times a cluster was down and is not any longer. */
    recoveries: () => recoveries,
    /** Since when the cluster is down, and why; null if it is not. */
    text(name: string): string | null {
      const outage = outageOf(name);
      if (outage === undefined) return null;
      const since = new Date(outage.since).toISOString().slice(0, 16).replace('T', ' ');
      return `The cluster ${name} cannot be read since ${since} UTC, so its figures are missing: ${outage.reason}`;
    },
  };
}
