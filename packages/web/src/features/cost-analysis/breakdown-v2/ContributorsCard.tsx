import { formatCount } from '@trimtab/core';
import { DownloadCsv } from '../../../table/DownloadCsv.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { type HorizontalBar, HorizontalBars } from '../HorizontalBars.tsx';

/** As many as are read at a glance; the download has them all. */
const mostBars = 10;

export type ContributorsCardProps = {
  title: string;
  /** Largest first; null while loading. */
  bars: readonly HorizontalBar[] | null;
  tone: 'savings' | 'waste';
  empty: string;
};

/** Who saved or wastes most. */
export function ContributorsCard({ title, bars, tone, empty }: ContributorsCardProps) {
  const known = bars?.filter(({ dollars }) => dollars > 0) ?? [];
  return (
    <Card aria-label={title} aria-busy={bars === null} className="px-4 py-4">
      <header className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-lead font-semibold">{title}</h2>
        {known.length > 0 ? (
          <span className="flex items-center gap-2 text-small text-ink-3">
            {known.length > mostBars ? `${formatCount(mostBars)} of ${formatCount(known.length)}` : null}
            <DownloadCsv
              name={tone === 'waste' ? 'top-waste' : 'top-savings'}
              header={['name', 'dollars']}
              rows={() => known.map(({ label, dollars }) => [label, dollars])}
            />
          </span>
        ) : null}
      </header>
      {bars === null ? (
        <Skeleton className="h-40 w-full" />
      ) : known.length === 0 ? (
        <p className="text-ink-2">{empty}</p>
      ) : (
        <HorizontalBars label={title} bars={known.slice(0, mostBars)} tone={tone} />
      )}
    </Card>
  );
}
