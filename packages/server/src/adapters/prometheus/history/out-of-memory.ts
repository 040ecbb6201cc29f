import type { Line, Sample } from '../client/response.ts';
import { keyOf, type Owners } from '../inventory/owners.ts';
import { binAt, type Fillings } from './bins.ts';

/** A container that was killed for lack of memory, and the bin in which that was seen. */
export type Kill = { readonly pod: string; readonly container: string; readonly bin: number };

const keyOfLine = ({ labels }: { labels: Sample['labels'] }) =>
  keyOf(labels['namespace'], labels['pod'], labels['container']);

/**
 * Finds kills in what kube-state-metrics says of a container's last end: its reason stands until the next end, so a kill
 * is where it appears, or where the restarts grow while it stands. It remembers what it saw, from slice to slice.
 */
export class KillWatch {
  readonly #seen = new Map<string, { bin: number; restarts: number | null }>();
  /** The first bin that says anything: what stands there happened before. */
  #first = Number.POSITIVE_INFINITY;

  kills(killed: readonly Line[], restarts: readonly Line[], startSeconds: number, firstBin: number): Kill[] {
    this.#first = Math.min(this.#first, firstBin);
    const counts = new Map(
      restarts.map((line) => [
        keyOfLine(line),
        new Map(line.points.map(([time, value]) => [binAt(startSeconds, time), value])),
      ]),
    );
    const found: Kill[] = [];
    for (const line of killed) {
      const key = keyOfLine(line);
      const { namespace, pod, container = '' } = line.labels;
      for (const [time, value] of line.points) {
        const bin = binAt(startSeconds, time);
        const before = this.#seen.get(key);
        if (value !== 1 || (before && before.bin >= bin)) continue;
        const count = counts.get(key)?.get(bin) ?? null;
        this.#seen.set(key, { bin, restarts: count ?? before?.restarts ?? null });
        const again = before
          ? before.restarts !== null && count !== null
            ? count > before.restarts
            : // Without restarts, a reason that had given way to another and is back is all there is to see.
              bin - before.bin > 1
          : bin > this.#first;
        if (again && bin >= 0) found.push({ pod: keyOf(namespace, pod), container, bin });
      }
    }
    return found;
  }
}

/** Puts kills into the histories. Without a limit it was the node that ran out, which says nothing about the container. */
export function putKills(
  kills: readonly Kill[],
  limits: readonly Sample[],
  { owners, fillings, startSeconds }: { owners: Owners; fillings: Fillings; startSeconds: number },
): void {
  const limitOf = new Map(limits.map((sample) => [keyOfLine(sample), sample.value]));
  for (const { pod, container, bin } of kills) {
    const identity = owners.get(pod);
    const limitBytes = limitOf.get(keyOf(pod, container));
    if (!identity || !limitBytes) continue;
    fillings.of(identity).outOfMemory.push({ container, at: (startSeconds + bin * 300) * 1000, limitBytes });
  }
}
