import {
  type BreakdownBar,
  breakdownTotals,
  type ContributorBar,
  type CostBucket,
  type CostRange,
  costRangeFacts,
  formatDateBucket,
  formatMoney,
  formatMoneyShort,
} from '@trimtab/core';
import { bar } from '../../output/bars.ts';
import { type Block, column, numberColumn, type TextColumn, table } from '../../output/table.ts';

const barWidth = 24;
/** With this limit, twelve months and the contributors fit on a terminal of 40 lines. */
const contributorLimit = 10;

const money = (id: 'savings' | 'waste', header: string): TextColumn<BreakdownBar> =>
  numberColumn(id, header, (row) => row[id], formatMoney, {
    style: (row) => (row[id] === null ? 'dim' : 'plain'),
  });

/** The columns in a pipe: the API's timestamps and dollars. */
export const historyColumns: readonly TextColumn<BreakdownBar>[] = [
  column('timestamp', 'START', (row) => row.timestamp),
  money('savings', 'SAVINGS'),
  money('waste', 'WASTE'),
];

const title = (range: CostRange, which: 'breakdownTitle' | 'contributorsTitle'): string =>
  costRangeFacts[range][which].replace(' →', '');

type History = {
  range: CostRange;
  bucket: CostBucket;
  bars: readonly BreakdownBar[];
  contributors: readonly ContributorBar[];
};

export function historyBlocks({ range, bucket, bars, contributors }: History): Block[] {
  const most = Math.max(0, ...bars.flatMap(({ savings, waste }) => [savings ?? 0, waste ?? 0]));
  const period: TextColumn<BreakdownBar> = column(
    'period',
    bucket === 'Month' ? 'MONTH' : bucket === 'Week' ? 'WEEK FROM' : 'DAY',
    (row) => formatDateBucket(row.timestamp, bucket),
  );
  const barColumn = (id: 'savings' | 'waste', style: 'good' | 'warn'): TextColumn<BreakdownBar> =>
    column(`${id}_bar`, '', (row) => bar(row[id], most, barWidth), { style: () => style, optional: true });
  const columns = [
    period,
    money('savings', 'SAVINGS'),
    barColumn('savings', 'good'),
    money('waste', 'WASTE'),
    barColumn('waste', 'warn'),
  ];
  const blocks: Block[] = [table(bars, columns, title(range, 'breakdownTitle'))];
  const top = contributors.slice(0, contributorLimit);
  if (top.length > 0)
    blocks.push(table(top, contributorColumns(top[0]?.dollars ?? 0), title(range, 'contributorsTitle')));
  return blocks;
}

const contributorColumns = (most: number): TextColumn<ContributorBar>[] => [
  column('name', 'NAME', (row) => row.name, { minimum: 16 }),
  numberColumn('dollars', 'SAVINGS', (row) => row.dollars, formatMoney),
  column('bar', '', (row) => bar(row.dollars, most, barWidth), { style: () => 'good', optional: true }),
];

export function historyNotes(bars: readonly BreakdownBar[]): string[] {
  const { savings, waste, missing } = breakdownTotals(bars);
  const gaps =
    missing === 0 ? '' : ` ${missing} of ${bars.length} periods ${missing === 1 ? 'lacks' : 'lack'} figures.`;
  return [`Saved ${formatMoneyShort(savings)}, wasted ${formatMoneyShort(waste)}.${gaps}`];
}
