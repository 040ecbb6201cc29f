import { useQuery } from '@tanstack/react-query';
import {
  type Change,
  type ChangeCheck,
  changedBy,
  changedValues,
  changeTitle,
  formatAge,
  formatCount,
  formatDateSuggestion,
  formatDateTime,
  isUndoable,
  minuteMs,
  verificationText,
} from '@trimtab/core';
import { useClient } from '../../../api/client.tsx';
import { paths } from '../../../browser/paths.ts';
import { Link } from '../../../browser/router.tsx';
import { useViewParams } from '../../../browser/search-params.ts';
import { useNow } from '../../../browser/use-now.ts';
import { VerdictBadge } from '../../../table/cells/VerdictBadge.tsx';
import { EmptyState, ErrorState, OfflineState } from '../../../table/ListStates.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import type { TargetId } from '../queries.ts';
import { historyQuery } from './queries.ts';

/** The last changes of a target on a timeline, newest first. */
export function HistoryView({ id }: { id: TargetId }) {
  const { data, error, fetchStatus, refetch } = useQuery(historyQuery(useClient(), id));
  const [, change] = useViewParams();
  const now = useNow(minuteMs);
  const more = (data?.total ?? 0) - (data?.items.length ?? 0);
  const activity = paths.activity({ view: 'all', ...id });
  return (
    <>
      <CardHeader title="History">
        <span className="flex items-center gap-3">
          <Link to={activity} className="font-medium text-accent hover:underline">
            All activity
          </Link>
          <Button look="quiet" onClick={() => change({ modal: 'un-enroll', drawer: null })}>
            Un-enroll
          </Button>
        </span>
      </CardHeader>
      {data === undefined ? (
        error ? (
          <ErrorState title="The history could not be loaded." onRetry={() => void refetch()} />
        ) : fetchStatus === 'paused' ? (
          <OfflineState />
        ) : (
          <Skeleton className="m-4 h-24" />
        )
      ) : (
        <div className="px-4 py-3">
          {data.incomplete?.map((sentence) => (
            <p key={sentence} className="pb-2 text-small text-ink-3">
              {sentence}
            </p>
          ))}
          {data.items.length === 0 ? (
            <div className="-mx-4 -my-3">
              <EmptyState title="Nothing has changed yet">
                Changes of requests, limits, replicas and images appear here, with their effects.
              </EmptyState>
            </div>
          ) : (
            <ol aria-label="Changes, newest first">
              {data.items.map((one) => (
                <Entry
                  key={one.id}
                  change={one}
                  now={now}
                  onUndo={isUndoable(one) ? () => change({ drawer: 'undo', change: one.id, pod: null }) : null}
                />
              ))}
            </ol>
          )}
          {more > 0 ? (
            <Link to={activity} className="mt-3 inline-block font-medium text-accent hover:underline">
              {formatCount(more)} earlier
            </Link>
          ) : null}
        </div>
      )}
    </>
  );
}

function Entry({ change, now, onUndo }: { change: Change; now: number; onUndo: (() => void) | null }) {
  const { at, event, suggestion, verification } = change;
  const by = changedBy(change);
  const time = formatDateSuggestion(at, now);
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0 before:absolute before:top-4 before:bottom-0 before:left-1 before:w-px before:bg-line-strong last:before:hidden">
      <span
        aria-hidden="true"
        className={`mt-1.5 size-2.25 shrink-0 rounded-full forced-color-adjust-none ${event === 'image' ? 'border border-line-strong bg-surface' : 'bg-accent'}`}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{changeTitle(change)}</span>
          <time dateTime={at} title={formatDateTime(at)} className="text-small text-ink-3 tabular-nums">
            {time} · {formatAge(at, now)}
          </time>
          {by === null ? null : (
            <span className="min-w-0 truncate text-small text-ink-3" title={by}>
              by <bdi>{by}</bdi>
            </span>
          )}
        </p>
        <ChangedValues change={change} />
        {event === 'resources' && suggestion !== null ? (
          <p className="text-small text-ink-3">These are the values that Trimtab suggested.</p>
        ) : null}
        {verification === null ? null : (
          <>
            <Check name="After a day" check={verification.day} now={now} />
            <Check name="After a week" check={verification.week} now={now} />
          </>
        )}
      </div>
      {onUndo === null ? null : (
        <Button onClick={onUndo} aria-label={`Undo: ${changeTitle(change).toLowerCase()}, ${time}`}>
          Undo
        </Button>
      )}
    </li>
  );
}

function ChangedValues({ change }: { change: Change }) {
  const values = changedValues(change);
  if (values.length === 0) return null;
  return (
    <ul className="flex flex-col">
      {values.map(({ what, container, before, after }) => (
        <li key={`${container} ${what}`} className="break-words tabular-nums">
          {container === null ? null : (
            <>
              <bdi>{container}</bdi>:{' '}
            </>
          )}
          <span className="text-ink-2">{what}</span> {before === null ? null : `${before} → `}
          <span className="font-medium">{after}</span>
        </li>
      ))}
    </ul>
  );
}

function Check({ name, check, now }: { name: string; check: ChangeCheck; now: number }) {
  const isDone = check.state === 'done';
  return (
    <p className="text-small text-ink-2">
      {name}:{' '}
      {isDone ? (
        <>
          <VerdictBadge check={check} now={now} />{' '}
        </>
      ) : null}
      {verificationText(check, now)}
    </p>
  );
}
