import { formatMoneyShort, formatYearlyFigure, type projectedAnnual } from '@trimtab/core';
import { bar, lossBar } from '../../output/bars.ts';
import { type Block, column, numberColumn, type TextColumn, table } from '../../output/table.ts';
import type { ProjectedRow } from '../../services/costs-read.ts';
import { hasDifferingNet } from '../targets/columns.ts';

const barWidth = 24;
/** A terminal shows only the targets with the largest figures; a pipe gets all of them. */
const rowLimit = 15;

/** The savings of applying all suggestions together; negative if they cost more. */
const net: TextColumn<ProjectedRow> = numberColumn('net', 'NET', ({ net: dollars }) => dollars, formatMoneyShort);

/** The columns in a pipe, which has every target with a figure. */
export const projectionColumns: readonly TextColumn<ProjectedRow>[] = [
  column('namespace', 'NAMESPACE', ({ target }) => target.namespace, { minimum: 10 }),
  column('name', 'NAME', ({ target }) => target.name, { minimum: 16 }),
  column('mode', 'MODE', ({ mode }) => mode),
  column(
    'yearly',
    'YEARLY',
    ({ mode, target }) => formatYearlyFigure({ mode, hourly: target.hourly_waste_savings }).text,
    {
      value: ({ yearly }) => yearly,
      align: 'right',
    },
  ),
  net,
];

export function projectionBlocks(rows: readonly ProjectedRow[]): Block[] {
  const most = rows.reduce((highest, { yearly }) => Math.max(highest, Math.abs(yearly)), 0);
  const blockOf = (mode: ProjectedRow['mode'], title: string, style: 'good' | 'warn'): Block[] => {
    const own = rows.filter((row) => row.mode === mode);
    if (own.length === 0) return [];
    const columns: TextColumn<ProjectedRow>[] = [
      ...projectionColumns.filter(({ id }) => id !== 'mode' && id !== 'net'),
      ...(own.some(({ target }) => hasDifferingNet(target)) ? [{ ...net, optional: true }] : []),
      column('bar', '', ({ yearly }) => (yearly < 0 ? lossBar : bar)(yearly, most, barWidth), {
        style: ({ yearly }) => (yearly < 0 ? 'bad' : style),
        optional: true,
      }),
    ];
    const more = own.length > rowLimit ? ` · the first ${rowLimit} of ${own.length}, all with -o wide` : '';
    return [table(own.slice(0, rowLimit), columns, title + more)];
  };
  return [
    ...blockOf('Recommendation', 'Projected annual waste', 'warn'),
    ...blockOf('Autonomous', 'Projected annual savings', 'good'),
  ];
}

export function projectionNotes({ savings, waste, missing }: ReturnType<typeof projectedAnnual>): string[] {
  const gaps = missing === 0 ? '' : ` ${missing === 1 ? '1 target has' : `${missing} targets have`} no figure.`;
  return [`Per year: ${formatMoneyShort(savings)} saved, ${formatMoneyShort(waste)} wasted.${gaps}`];
}
