import {
  breakdownBars,
  breakdownTotals,
  bucketStart,
  type CostAnalysis,
  type CostBucket,
  compareText,
  contributorBars,
  explainBucket,
  explainHours,
  explainYearlyFigure,
  type ForecastSums,
  formatCount,
  formatDateBucket,
  formatDateDay,
  formatMoney,
  missingMark,
  type NodeSettings,
  nextBucketStart,
  type TimeWindow,
  yearlyFigure,
} from '@trimtab/core';
import { paths } from '../../../browser/paths.ts';
import type { HorizontalBar } from '../charts/HorizontalBars.tsx';
import type { StackedBar } from '../charts/StackedBars.tsx';
import { type CostTarget, targetLabels } from '../cost-target.ts';
import { projectedBars } from './projected-bars.ts';

/** The content of the cards for one range. */
export type RangeView = {
  readonly bars: readonly StackedBar[];
  /** Largest first. */
  readonly contributors: readonly HorizontalBar[];
  readonly tone: 'savings' | 'waste';
  readonly summary: string;
  readonly incomplete: readonly string[];
};

/** The content for a range of the past. */
export function historyView(
  analysis: CostAnalysis,
  window: TimeWindow & { readonly bucket: CostBucket },
  settings: NodeSettings,
): RangeView {
  const bars = breakdownBars(analysis, settings);
  return {
    bars: bars.map((bar, index) => ({
      ...bar,
      key: `${index} ${bar.timestamp}`,
      label: formatDateBucket(bar.timestamp, window.bucket),
      isPartial: isPartial(Date.parse(bar.timestamp), window),
      explanation: explainBucket(analysis.breakdown[index], settings),
    })),
    contributors: savers(analysis, settings),
    tone: 'savings',
    summary: historySummary(breakdownTotals(bars), bars.length),
    incomplete: (analysis.incomplete ?? []).map(withReadableDates),
  };
}

/** Replaces timestamps in a sentence from the server with dates in the user's time zone. */
function withReadableDates(sentence: string): string {
  return sentence.replaceAll(/\b\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})/g, (moment) => {
    const day = formatDateDay(moment);
    return day === missingMark ? moment : day;
  });
}

/** The contributors with savings, highest first. Contributors of the same name in different namespaces stay separate bars. */
function savers({ contributors }: CostAnalysis, settings: NodeSettings): HorizontalBar[] {
  return contributors
    .flatMap((one, index) =>
      contributorBars({ contributors: [one] }, settings).map(({ name, dollars }) => ({
        key: `${index} ${name}`,
        label: name,
        dollars,
        explanation: explainHours(one.resource_savings, settings),
      })),
    )
    .filter(({ dollars }) => dollars > 0)
    .toSorted((a, b) => b.dollars - a.dollars || compareText(a.label, b.label));
}

/** Whether the window begins or ends within the bucket that starts at `start`. */
function isPartial(start: number, window: TimeWindow & { readonly bucket: CostBucket }): boolean {
  if (Number.isNaN(start)) return false;
  const cuts = [window.start, window.end];
  const [from, to] = [bucketStart(start, window.bucket), nextBucketStart(start, window.bucket)];
  return cuts.some((cut) => from < cut && cut < to);
}

function historySummary({ savings, waste, missing }: ReturnType<typeof breakdownTotals>, count: number): string {
  // Without any data the two sums would look like real zeros.
  if (count > 0 && missing === count && savings === 0 && waste === 0) return 'No bar has a value yet.';
  const known = `${formatMoney(savings)} saved, ${formatMoney(waste)} wasted in this range.`;
  return missing === 0 ? known : `${known} ${formatCount(missing)} of its bars have no value.`;
}

/** The content for the next year if nothing changes. It needs no request. */
export function projectedView(targets: readonly CostTarget[], sums: ForecastSums, firstMonth: number): RangeView {
  const labelOf = targetLabels(targets);
  return {
    bars: projectedBars(sums, firstMonth),
    contributors: targets
      .flatMap(({ key, namespace, name, mode, hourly, net }) => {
        const dollars = mode === 'Recommendation' ? (yearlyFigure(hourly) ?? 0) : 0;
        if (dollars <= 0 || hourly === null) return [];
        const explanation = explainYearlyFigure(hourly, mode, net);
        return { key, label: labelOf({ namespace, name }), dollars, href: paths.target(namespace, name), explanation };
      })
      .toSorted((a, b) => b.dollars - a.dollars),
    tone: 'waste',
    summary: 'If nothing changes: the projected annual sums in twelve equal months.',
    incomplete: [],
  };
}
