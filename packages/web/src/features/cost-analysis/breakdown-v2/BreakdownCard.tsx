import { formatMoney } from '@trimtab/core';
import { useViewParams } from '../../../lib/search-param.ts';
import { DownloadCsv } from '../../../table/DownloadCsv.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { keyboardScroll } from '../../../ui/keyboard-scroll.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { type StackedBar, StackedBars } from './StackedBars.tsx';

export type BreakdownCardProps = {
  title: string;
  /** null while loading. */
  bars: readonly StackedBar[] | null;
  /** What a downloaded file is called. */
  name: string;
  /** What the bars come to. */
  summary: string | null;
};

/** Savings and waste bucket by bucket, as a chart or as the table behind it. */
export function BreakdownCard({ title, bars, name, summary }: BreakdownCardProps) {
  const [params, change] = useViewParams();
  const asTable = params.get('view') === 'table';
  const place = 'h-72';
  return (
    <Card aria-label={title} aria-busy={bars === null} className="px-4 py-4">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lead font-semibold">{title}</h2>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Legend />
          {bars?.length ? (
            <>
              <DownloadCsv
                name={name}
                header={['bucket', 'savings', 'waste']}
                rows={() => bars.map(({ label, savings, waste }) => [label, savings, waste])}
              />
              <Button onClick={() => change({ view: asTable ? null : 'table' }, { replace: true })}>
                {asTable ? 'View as chart' : 'View as table'}
              </Button>
            </>
          ) : null}
        </div>
      </header>
      {bars === null ? (
        <Skeleton className={`${place} w-full`} />
      ) : bars.length === 0 ? (
        <p className={`flex ${place} items-center justify-center rounded-md bg-canvas text-ink-2`}>No data available</p>
      ) : asTable ? (
        <div {...keyboardScroll} className={`${place} overflow-auto`}>
          <BarsTable title={title} bars={bars} />
        </div>
      ) : (
        <StackedBars label={title} bars={bars} className={place} />
      )}
      <p className="mt-3 min-h-4 text-small text-ink-3">{bars?.length ? summary : null}</p>
    </Card>
  );
}

function Legend() {
  return (
    <ul aria-label="Savings vs Waste" className="flex items-center gap-3 text-small text-ink-2">
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-sm bg-savings" />
        Savings
      </li>
      <li aria-hidden="true" className="text-ink-3">
        vs
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-sm bg-waste" />
        Waste
      </li>
    </ul>
  );
}

function BarsTable({ title, bars }: { title: string; bars: readonly StackedBar[] }) {
  const head = 'sticky top-0 bg-surface px-3 py-1.5 text-small font-medium text-ink-3';
  return (
    <table aria-label={title} className="w-full">
      <thead>
        <tr>
          <th scope="col" className={`${head} text-left`}>
            From
          </th>
          <th scope="col" className={`${head} text-right`}>
            Savings
          </th>
          <th scope="col" className={`${head} text-right`}>
            Waste
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, label, savings, waste }) => (
          <tr key={key} className="h-7 border-t">
            <th scope="row" className="px-3 text-left font-normal whitespace-nowrap">
              {label}
            </th>
            <td className="px-3 text-right">{formatMoney(savings)}</td>
            <td className="px-3 text-right">{formatMoney(waste)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
