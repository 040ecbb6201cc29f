import type { CostBucket } from '../api/schemas/costs.ts';
import { monthsBack, type TimeWindow } from './windows.ts';

/** The ranges of the cost breakdown, in display order. */
export const costRanges = ['projected', 'last-month', '3-months', 'last-year'] as const;
export type CostRange = (typeof costRanges)[number];

export const defaultCostRange: CostRange = 'last-year';

type RangeFacts = {
  readonly label: string;
  /** Length of the window and its buckets; null for the range that needs no request to the server. */
  readonly history: { readonly months: number; readonly bucket: CostBucket } | null;
  readonly breakdownTitle: string;
  readonly contributorsTitle: string;
};

/** Labels and length of each range. Lengths are calendar months; `monthsBack` handles month ends. */
export const costRangeFacts: Readonly<Record<CostRange, RangeFacts>> = {
  projected: {
    label: 'Projected',
    history: null,
    breakdownTitle: 'Monthly breakdown →',
    contributorsTitle: 'Top waste contributors →',
  },
  'last-month': {
    label: 'Last month',
    history: { months: 1, bucket: 'Day' },
    breakdownTitle: 'Daily breakdown →',
    contributorsTitle: 'Top savings contributors →',
  },
  '3-months': {
    label: '3 months',
    history: { months: 3, bucket: 'Week' },
    breakdownTitle: 'Weekly breakdown →',
    contributorsTitle: 'Top savings contributors →',
  },
  'last-year': {
    label: 'Last year',
    history: { months: 12, bucket: 'Month' },
    breakdownTitle: 'Monthly breakdown →',
    contributorsTitle: 'Top savings contributors →',
  },
};

/** The window and buckets of a range, ending at `now` (epoch ms); null for `projected`, which needs no request. */
export function costRangeWindow(range: CostRange, now: number): (TimeWindow & { readonly bucket: CostBucket }) | null {
  const { history } = costRangeFacts[range];
  return history && { start: monthsBack(now, history.months), end: now, bucket: history.bucket };
}

/** Parses a range from a URL; null for anything else. */
export function parseCostRange(text: string | null | undefined): CostRange | null {
  return costRanges.find((range) => range === text) ?? null;
}
