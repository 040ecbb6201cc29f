import type { CostBucket } from '../api/schemas/views.ts';
import { monthsBack, type TimeWindow } from './windows.ts';

/** What the cost breakdown can show, in the order of its toggle. */
export const costRanges = ['projected', 'last-month', '3-months', 'last-year'] as const;
/** One entry of the toggle. */
export type CostRange = (typeof costRanges)[number];

/** The range a cost breakdown opens with. */
export const defaultCostRange: CostRange = 'last-year';

type RangeFacts = {
  readonly label: string;
  /** The window's length and its buckets; null for the range that fetches nothing. */
  readonly history: { readonly months: number; readonly bucket: CostBucket } | null;
  readonly breakdownTitle: string;
  readonly contributorsTitle: string;
};

/** What each range is called and where it starts; the window's start is a calendar distance, clamped at month ends. */
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

/** The window and buckets to ask for, ending at `now` (epoch ms); null for `projected`, which triggers no fetch. */
export function costRangeWindow(range: CostRange, now: number): (TimeWindow & { readonly bucket: CostBucket }) | null {
  const { history } = costRangeFacts[range];
  return history && { start: monthsBack(now, history.months), end: now, bucket: history.bucket };
}

/** A range from a URL; null for a text that names none. */
export function parseCostRange(text: string | null | undefined): CostRange | null {
  return costRanges.find((range) => range === text) ?? null;
}
