import type { Explanation, UsageDistribution } from '../../api/schemas/explanations.ts';
import { formatCount, formatPercent, formatWholePercent } from '../../format/number.ts';
import { printDecimal } from '../../format/round.ts';
import { resourceLabels } from '../resource.ts';

const levels = ['low', 'medium', 'high'] as const;

/** How much the samples support a suggestion. */
export type Confidence = {
  readonly level: (typeof levels)[number];
  /** The days with samples (`14 of 14 days`), and what lowers the level. */
  readonly text: string;
  /** The reasons for the level, as sentences. */
  readonly reasons: readonly string[];
};

/** What is known about the samples of one request or of all pods. */
type Seen = {
  readonly days: number;
  /** The samples that exist, as a share of those expected since the first sample. */
  readonly found: number;
  /** The highest daily peak divided by that of a typical day, and the container it belongs to; null if unknown. */
  readonly unsteadiness: { readonly ratio: number; readonly of: string } | null;
};

const sizedDays = 14;
/** From these values on, the level is `high` or `medium`. */
const enough = { days: { high: 10, medium: 3 }, found: { high: 0.9, medium: 0.2 } } as const;
/** The usage counts as steady if its highest daily peak is at most this multiple of a typical day's peak. */
const steadyUpTo = 2;

/**
 * The confidence of the request with the fewest samples: days with samples, gaps, and how similar the days are. Null if
 * the server explains neither requests nor usage. See docs/contract/suggestions.md#confidence.
 */
export function confidenceOf(explanation: Explanation): Confidence | null {
  const { usage, requests, window } = explanation;
  const span = Date.parse(window.end) - Date.parse(window.start);
  const seen = usage?.map(ofUsage) ?? requests.map((request) => ofRecord(request, window.end, span));
  if (seen.length === 0) return null;
  const days = Math.min(...seen.map((one) => one.days));
  const found = Math.min(...seen.map((one) => one.found));
  const [worst = null] = seen.flatMap(({ unsteadiness }) => unsteadiness ?? []).toSorted((a, b) => b.ratio - a.ratio);
  const isSteady = worst === null || worst.ratio <= steadyUpTo;
  const busy = busyPods(explanation);
  const isAlike = isSteady && busy === null;
  const level = Math.min(rank(days, enough.days), rank(found, enough.found), isAlike ? 2 : 1);
  const missing = found < enough.found.high ? [`seen ${formatWholePercent(found)} of the time`] : [];
  return {
    level: levels[level] ?? 'low',
    text: [
      `${formatCount(days)} of ${sizedDays} days`,
      ...missing,
      ...(isSteady ? [] : ['uneven peaks']),
      ...(busy === null ? [] : [`busy times needed ${formatCount(busy.pods)} pods`]),
    ].join(', '),
    reasons: [
      `Usage was seen on ${formatCount(days)} of the last ${sizedDays} days.`,
      `Samples cover ${formatPercent(found)} of the time since the first one${found < enough.found.high ? '; the others are missing, or no pod ran' : ''}.`,
      ...(worst === null ? [] : [steadinessText(worst)]),
      ...(busy === null
        ? []
        : [
            `In the busiest 2% of ${formatCount(busy.days)} ${busy.days === 1 ? 'day' : 'days'}, ${formatCount(busy.pods)} pods were needed. The suggested number suffices for the coming hour and the busy times of the last 7 days, and no autoscaler adds pods.`,
          ]),
    ],
  };
}

/**
 * The pods that the 98th percentile of the usage needs; null unless the suggestion reduces pods without an autoscaler.
 */
function busyPods({ usage, replicas }: Explanation): { readonly pods: number; readonly days: number } | null {
  const all = usage?.find(({ container }) => container === null);
  if (all === undefined || !replicas || replicas.bounds !== null || replicas.suggested >= replicas.current) return null;
  const needed = Math.ceil(all.p98 / (replicas.requestPerPod * replicas.target));
  return needed > replicas.suggested ? { pods: needed, days: all.days } : null;
}

const rank = (value: number, { high, medium }: { readonly high: number; readonly medium: number }): 0 | 1 | 2 =>
  value >= high ? 2 : value >= medium ? 1 : 0;

function steadinessText({ ratio, of }: NonNullable<Seen['unsteadiness']>): string {
  const times = printDecimal(ratio, { min: 1, max: 1, grouping: true });
  return ratio <= steadyUpTo
    ? `The days are alike: the highest peaked at ${times} × the peak of a typical day (${of}).`
    : `The days differ: the highest peaked at ${times} × the peak of a typical day (${of}), and may do so again.`;
}

function ofUsage({ container, resource, days, samples, dayPeaks, peak }: UsageDistribution): Seen {
  const sorted = dayPeaks.toSorted((a, b) => a - b);
  const typical = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const of = `${resourceLabels[resource]} of ${container ?? 'all pods'}`;
  return {
    days,
    found: share(samples.found, samples.expected),
    unsteadiness: sorted.length < 3 || typical <= 0 ? null : { ratio: peak / typical, of },
  };
}

/** For servers that do not send the distribution: the samples that the replay reports. */
function ofRecord({ samples, firstSample, replay }: Explanation['requests'][number], end: string, span: number): Seen {
  const since = (Date.parse(end) - Date.parse(firstSample)) / span;
  const expected = Number.isFinite(since) ? samples.expected * Math.min(1, since) : samples.expected;
  return { days: Math.min(sizedDays, replay.days), found: share(samples.found, expected), unsteadiness: null };
}

const share = (found: number, expected: number): number => (expected > 0 ? Math.min(1, found / expected) : 0);
