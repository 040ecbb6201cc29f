import { getOrInsert } from '../../../get-or-insert.ts';
import type { RangeSeries, Sample } from '../client/response.ts';
import { keyOf, type Owners } from '../inventory/owners.ts';
import { binAt, type HistoryBuilders } from './bins.ts';

/** An out-of-memory kill of a container. `bin` is the first bin that shows it. A pod is `namespace/pod`. */
export type PodKill = { readonly pod: string; readonly uid: string; readonly container: string; readonly bin: number };

/**
 * The newest bin in which the last termination of a container was a kill, and the restart count in this bin. `isOpen`: the
 * restart after this kill is not part of the count yet.
 */
type Seen = { readonly bin: number; readonly restarts: number | null; readonly isOpen: boolean };

/** Values by bin, oldest first. */
type BinValues = ReadonlyMap<number, number>;

const containerKey = ({ namespace, pod, container }: Sample['labels']): string => keyOf(namespace, pod, container);
const uidOf = ({ labels }: RangeSeries): string => labels['uid'] ?? '';

/** The values of each container of each pod, by container key and uid. */
const valuesByBin = (series: readonly RangeSeries[], startSeconds: number): ReadonlyMap<string, BinValues> =>
  new Map(
    series.map((one) => {
      const known = [...one.points].flatMap(([time, value]): [number, number][] =>
        value === null ? [] : [[binAt(startSeconds, time), value]],
      );
      return [keyOf(containerKey(one.labels), uidOf(one)), new Map(known)];
    }),
  );

function lastBefore(values: BinValues | undefined, bin: number): number | null {
  let last: number | null = null;
  for (const [at, value] of values ?? []) {
    if (at >= bin) break;
    last = value;
  }
  return last;
}

/**
 * Finds out-of-memory kills in the last termination reason of containers. The reason stays until the next termination, so
 * a kill happened when the reason appeared, or when the restart count rose while the reason stayed. The count rises when
 * the container starts again. That can be minutes after the reason appeared, so the first rise belongs to the same kill.
 * State is kept from slice to slice, so slices must be passed in order.
 */
export class KillDetector {
  /** By container key, then by the uid of the pod, because the next pod of a StatefulSet has the same name. */
  readonly #seen = new Map<string, Map<string, Seen>>();
  /** The first bin with any data. A termination reason that exists at this time belongs to an earlier kill. */
  #first = Number.POSITIVE_INFINITY;

  kills(
    killed: readonly RangeSeries[],
    restarts: readonly RangeSeries[],
    startSeconds: number,
    firstBin: number,
  ): PodKill[] {
    this.#first = Math.min(this.#first, firstBin);
    const counts = valuesByBin(restarts, startSeconds);
    const found: PodKill[] = [];
    for (const [key, series] of Map.groupBy(killed, ({ labels }) => containerKey(labels))) {
      const { namespace, pod, container = '' } = series[0]?.labels ?? {};
      const seen = getOrInsert(this.#seen, key, () => new Map<string, Seen>());
      for (const { bin, uid } of binsOf(series, startSeconds)) {
        // An exporter that does not report the uid, or began to report it later, still reports the same pod.
        const before = seen.get(uid) ?? (uid === '' ? newest(seen) : seen.get(''));
        if (before !== undefined && before.bin >= bin) continue;
        const isSamePod = uid !== '' && seen.has(uid);
        const { isKill, ...next } = this.#step(before, bin, counts.get(keyOf(key, uid)), isSamePod);
        seen.set(uid, next);
        if (isKill && bin >= 0) found.push({ pod: keyOf(namespace, pod), uid, container, bin });
      }
    }
    return found;
  }

  #step(
    before: Seen | undefined,
    bin: number,
    counts: BinValues | undefined,
    isSamePod: boolean,
  ): Seen & { readonly isKill: boolean } {
    const count = counts?.get(bin) ?? null;
    const rise = count === null || before === undefined || before.restarts === null ? null : count - before.restarts;
    const hasAppeared = before === undefined || bin - before.bin > 1;
    const seen = { bin, restarts: count ?? before?.restarts ?? null };
    // A lower count is that of a new pod.
    const isNewPod = before === undefined || (rise !== null && rise < 0 && !isSamePod);
    const isUncounted = () => count !== null && (count === 0 || lastBefore(counts, bin) === count);
    if (isNewPod) return { ...seen, isKill: bin > this.#first, isOpen: isUncounted() };
    // Without restart counts, a kill is found only if the reason was absent for a while before it.
    if (rise === null) return { ...seen, isKill: hasAppeared, isOpen: before.isOpen };
    if (rise <= 0) return { ...seen, isKill: false, isOpen: before.isOpen };
    if (hasAppeared && isUncounted()) return { ...seen, isKill: true, isOpen: true };
    return { ...seen, isKill: rise > (before.isOpen ? 1 : 0), isOpen: false };
  }
}

type PodBin = { readonly bin: number; readonly uid: string };

/**
 * The bins in which the last termination was a kill, oldest first. If two exporters report a bin, the one with a uid comes
 * first.
 */
function binsOf(series: readonly RangeSeries[], startSeconds: number): PodBin[] {
  const bins = series.flatMap((one) => {
    const uid = uidOf(one);
    return [...one.points].flatMap(([time, value]) => (value === 1 ? [{ bin: binAt(startSeconds, time), uid }] : []));
  });
  return series.length === 1 ? bins : bins.toSorted((a, b) => a.bin - b.bin || (a.uid > b.uid ? -1 : 1));
}

const newest = (seen: ReadonlyMap<string, Seen>): Seen | undefined =>
  [...seen.values()].toSorted((a, b) => b.bin - a.bin)[0];

/**
 * Adds kills to the histories, each with the last limit before it: a pod that was killed is often given a higher one.
 * A kill without a memory limit is ignored, because then the node ran out of memory.
 */
export function addOutOfMemoryKills(
  kills: readonly PodKill[],
  limits: readonly RangeSeries[],
  { owners, builders, startSeconds }: { owners: Owners; builders: HistoryBuilders; startSeconds: number },
): void {
  const limitsOf = valuesByBin(limits, startSeconds);
  for (const { pod, uid, container, bin } of kills) {
    const identity = owners.get(pod);
    const values = limitsOf.get(keyOf(pod, container, uid));
    const limitBytes = lastBefore(values, bin) ?? values?.get(bin);
    if (!identity || !limitBytes) continue;
    builders.of(identity).outOfMemory.push({ container, at: (startSeconds + bin * 300) * 1000, limitBytes });
  }
}
