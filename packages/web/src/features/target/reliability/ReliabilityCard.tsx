import { type ReliabilityRow, reliabilityRows, toastText } from '@trimtab/core';
import { ErrorState } from '../../../table/ListStates.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import type { TargetCardProps } from '../cards/target-card.ts';
import { useReliability } from './use-reliability.ts';

/** Kills, restarts, throttling, exceeded requests and leaks of the last days. Hidden without the extension. */
export function ReliabilityCard({ id }: TargetCardProps) {
  const { data, isPending, isAbsent, failure, retry } = useReliability(id);
  if (isAbsent) return null;
  return (
    <>
      <CardHeader title="Reliability" />
      {failure !== null ? (
        <ErrorState title="The reliability could not be loaded." detail={toastText(failure)} onRetry={retry} />
      ) : data === undefined ? (
        isPending ? (
          <Skeleton className="m-4 h-44" />
        ) : null
      ) : (
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-6 gap-y-4 px-4 py-3">
          {reliabilityRows(data).map((row) => (
            <Figure key={row.id} row={row} />
          ))}
        </dl>
      )}
    </>
  );
}

const inks = { good: 'text-ink', warning: 'text-waste', danger: 'text-danger', unknown: 'text-ink-3' } as const;

function Figure({ row: { id, label, text, window, last, note, tone } }: { row: ReliabilityRow }) {
  const isBad = tone === 'warning' || tone === 'danger';
  const isPeak = id === 'memoryOfLimit';
  return (
    <div className="min-w-0">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className={classNames('flex items-center gap-1.5 text-lead font-semibold', inks[tone])}>
        {isBad ? (
          <Icon
            name={tone === 'danger' ? 'severityHigh' : 'severityMedium'}
            label={tone === 'danger' ? 'At risk' : 'Worth a look'}
          />
        ) : null}
        <span className="min-w-0 break-words">{tone === 'unknown' ? 'Unknown' : text}</span>
      </dd>
      <dd className="text-small break-words text-ink-3">
        {[window, last === null ? null : isPeak ? last : `last ${last}`].filter((part) => part !== null).join(' · ')}
      </dd>
      {note === null ? null : <dd className="text-small break-words text-ink-2">{note}</dd>}
    </div>
  );
}
