import { useQuery } from '@tanstack/react-query';
import { changeText, changeTitle, formatDateSuggestion, isUndoable, minuteMs } from '@trimtab/core';
import { restorePlan } from '@trimtab/core/patch';
import { useClient } from '../../../api/client.tsx';
import { paths } from '../../../browser/paths.ts';
import { Link } from '../../../browser/router.tsx';
import { useViewParams } from '../../../browser/search-params.ts';
import { useNow } from '../../../browser/use-now.ts';
import { EmptyState, ErrorState, OfflineState } from '../../../table/ListStates.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { PlanView } from '../advice/PlanView.tsx';
import { podsQuery, type TargetId, targetQuery } from '../queries.ts';
import { undoableQuery } from './queries.ts';

/** Shows a patch with the values from before the change that the address names. */
export function UndoDrawer({ id }: { id: TargetId }) {
  const client = useClient();
  const { data, isError, fetchStatus, refetch } = useQuery(undoableQuery(client, id));
  const target = useQuery({ ...targetQuery(client, id), enabled: false }).data;
  const pods = useQuery({ ...podsQuery(client, id), enabled: false }).data;
  const now = useNow(minuteMs);
  const wanted = useViewParams()[0].get('change');
  const change = data?.items.find((one) => one.id === wanted && isUndoable(one));
  // A cached list may be older than the change.
  if (change === undefined) {
    if (fetchStatus === 'fetching') return <Spinner label="Loading the change" />;
    if (fetchStatus === 'paused') return <OfflineState />;
    if (isError) return <ErrorState title="The change could not be loaded." onRetry={() => void refetch()} />;
  }
  if (change === undefined || target?.outcome !== 'found')
    return (
      <div className="-mx-4 -my-6">
        <EmptyState title="No such change is recorded">
          <p>Only recorded changes of requests, limits and replicas can be undone. The oldest ones are not kept.</p>
          <Link
            to={paths.activity({ view: 'all', ...id })}
            className="mt-3 inline-block font-medium text-accent hover:underline"
          >
            All activity
          </Link>
        </EmptyState>
      </div>
    );
  const { event, before, after } = change;
  const plan = restorePlan(target, change, pods);
  return (
    <div className="flex flex-col gap-4">
      <p>
        <span className="font-medium">
          {changeTitle(change)}, {formatDateSuggestion(change.at, now)}.
        </span>{' '}
        <span className="text-ink-2">
          The file sets back:{' '}
          <span className="tabular-nums">{changeText({ event, before: after, after: before })}</span>. Trimtab does not
          apply it.
        </span>
      </p>
      {plan.notes.length === 0 ? null : <p className="text-ink-2">{plan.notes.join(' ')}</p>}
      <PlanView plan={plan} what="these values" empty="The workload already has the earlier values again." />
    </div>
  );
}
