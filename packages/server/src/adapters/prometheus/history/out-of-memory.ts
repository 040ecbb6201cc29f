import type { RangeSeries, Sample } from '../client/response.ts';
import { keyOf, type Owners } from '../inventory/owners.ts';
import { binAt, type HistoryBuilders } from './bins.ts';

/** An out-of-memory kill of a container. `bin` is the first bin that shows it. */
export type PodKill = { readonly pod: string; readonly container: string; readonly bin: number };

const seriesKey = ({ labels }: { labels: Sample['labels'] }) =>
  keyOf(labels['namespace'], labels['pod'], labels['container']);

/**
 * Finds out-of-memory kills in the last termination reason of containers. The reason stays until the next termination, so
 * a kill happened when the reason appeared, or when the restart count rose while the reason stayed. State is kept from
 * slice to slice, so slices must be passed in order.
 */
export class KillDetector {
  readonly #seen = new Map<string, { bin: number; restarts: number | null }>();
  /** The first bin with any data. A termination reason that exists at this time belongs to an earlier kill. */
  #first = Number.POSITIVE_INFINITY;

  kills(
    killed: readonly RangeSeries[],
    restarts: readonly RangeSeries[],
    startSeconds: number,
    firstBin: number,
  ): PodKill[] {
    this.#first = Math.min(this.#first, firstBin);
    const counts = new Map(
      restarts.map((series) => [
        seriesKey(series),
        new Map(Iterator.from(series.points).map(([time, value]) => [binAt(startSeconds, time), value])),
      ]),
    );
    const found: PodKill[] = [];
    for (const series of killed) {
      const key = seriesKey(series);
      const { namespace, pod, container = '' } = series.labels;
      for (const [time, value] of series.points) {
        const bin = binAt(startSeconds, time);
        const before = this.#seen.get(key);
        if (value !== 1 || (before && before.bin >= bin)) continue;
        const count = counts.get(key)?.get(bin) ?? null;
        this.#seen.set(key, { bin, restarts: count ?? before?.restarts ?? null });
        const again = before
          ? before.restarts !== null && count !== null
            ? count > before.restarts
            : // Without restart counts, a kill is found only if the reason was absent for a while before it.
              bin - before.bin > 1
          : bin > this.#first;
        if (again && bin >= 0) found.push({ pod: keyOf(namespace, pod), container, bin });
      }
    }
    return found;
  }
}

/** Adds kills to the histories. A kill without a memory limit is ignored, because then the node ran out of memory. */
export function addOutOfMemoryKills(
  kills: readonly PodKill[],
  limits: readonly Sample[],
  { owners, builders, startSeconds }: { owners: Owners; builders: HistoryBuilders; startSeconds: number },
): void {
  const limitOf = new Map(limits.map((sample) => [seriesKey(sample), sample.value]));
  for (const { pod, container, bin } of kills) {
    const identity = owners.get(pod);
    const limitBytes = limitOf.get(keyOf(pod, container));
    if (!identity || !limitBytes) continue;
    builders.of(identity).outOfMemory.push({ container, at: (startSeconds + bin * 300) * 1000, limitBytes });
  }
}
