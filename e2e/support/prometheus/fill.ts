import type { SeededCluster, SeededSeries } from './cluster.ts';
import { type ClusterOptions, generateCluster } from './generate.ts';
import { encodeLabels, remoteWrite, stale, type Write } from './remote-write.ts';
import { standardWorld } from './world.ts';

export type FillOptions = Partial<ClusterOptions> & {
  readonly url: string;
  /** Keeps writing samples as time passes, until `stop`. */
  readonly live?: boolean;
  /** Metrics to leave out, as if an exporter were missing. */
  readonly without?: readonly string[];
  /** Changes the generated series, for example to end some of them early. */
  readonly alter?: (generated: SeededCluster, now: number) => readonly SeededSeries[];
};

export type FilledCluster = SeededCluster & {
  readonly now: number;
  /** Stops writing. It is safe to call it twice. */
  readonly stop: () => Promise<void>;
};

/** Prometheus rejects samples more than an hour older than its newest, so all series advance together in smaller steps. */
const batchMs = 50 * 60_000;
/** Samples are written ahead of time, so that every window is complete. Prometheus allows 10 minutes. */
const aheadMs = 5 * 60_000;
const feedMs = 30_000;

/**
 * Fills an empty Prometheus with the history of a cluster up to `now`, ordered by time, and returns the samples. The
 * default is the standard cluster over 14 days and an hour, with samples every 2 minutes for recent times and every 4
 * minutes for earlier ones.
 */
export async function fillCluster(options: FillOptions): Promise<FilledCluster> {
  const now = options.now ?? Date.now();
  const generated = generateCluster({
    workloads: options.workloads ?? standardWorld(),
    history: options.history ?? 14 * 86_400 + 3600,
    fineStep: options.fineStep ?? 120,
    coarseStep: options.coarseStep ?? 240,
    horizon: options.horizon ?? 3600,
    now,
  });
  const { times } = generated;
  const all = options.alter?.(generated, now) ?? generated.series;
  const series = all.filter(({ metric }) => !options.without?.includes(metric));
  const labels = series.map(({ metric, labels: own }) => encodeLabels(new Map([['__name__', metric], ...own])));

  const writesBetween = (from: number, to: number): Write[] =>
    series.flatMap(({ first, end, valueAt }, index): Write[] => {
      const samples: (readonly [number, number | typeof stale])[] = [];
      for (let at = Math.max(from, first); at < Math.min(to, end); at += 1) samples.push([times[at] ?? 0, valueAt(at)]);
      // A staleness marker ends a series immediately. Without it, the series would end five minutes later.
      if (end >= from && end < to) samples.push([times[end] ?? 0, stale]);
      const own = labels[index];
      return samples.length > 0 && own ? [{ labels: own, samples }] : [];
    });

  let written = 0;
  const writeUntil = async (untilMs: number) => {
    while ((times[written] ?? Number.POSITIVE_INFINITY) <= untilMs) {
      const from = written;
      const limit = Math.min(untilMs, (times[from] ?? 0) + batchMs);
      while ((times[written] ?? Number.POSITIVE_INFINITY) <= limit) written += 1;
      await remoteWrite(options.url, writesBetween(from, written));
    }
  };
  await writeUntil(options.live ? now + aheadMs : now);

  let feeding = Promise.resolve();
  let failed: unknown = null;
  const timer = options.live
    ? setInterval(() => {
        feeding = feeding
          .then(() => writeUntil(Date.now() + aheadMs))
          .catch((error: unknown) => {
            failed ??= error;
          });
      }, feedMs)
    : null;
  const stop = async () => {
    if (timer) clearInterval(timer);
    await feeding;
    if (failed !== null) throw failed;
  };
  return { times, series, now, stop };
}
