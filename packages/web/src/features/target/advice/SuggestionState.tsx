import { useQuery } from '@tanstack/react-query';
import type { Suggestion } from '@trimtab/core';
import { useClient } from '../../../api/client.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { noSuggestionQuery, type TargetId } from '../queries.ts';

/** The content of a suggestion card without a suggestion: loading, failed or none. */
export function SuggestionState({
  id,
  suggestion,
  failed,
  isWorkloadMissing,
  hasTargetFailed = false,
  reason = null,
  height,
}: {
  id: TargetId;
  suggestion: Suggestion | null | undefined;
  failed: boolean;
  /** The workload does not exist or is not loaded. */
  isWorkloadMissing: boolean;
  /** The target could not be loaded, so the suggestion cannot be compared with its current values. */
  hasTargetFailed?: boolean;
  /** Explains why there is no suggestion or nothing to compare; null: what the server says. */
  reason?: string | null;
  /** The expected height of the suggestion in pixels, so that nothing moves when it arrives. */
  height: number;
}) {
  const { data: toldReason } = useQuery({ ...noSuggestionQuery(useClient(), id), enabled: false });
  if (suggestion === undefined && !failed)
    return (
      <div aria-busy="true" className="flex flex-col gap-3 px-4 py-4" style={{ height }}>
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    );
  if (suggestion === undefined)
    return (
      <p className="px-4 py-5 text-ink-2">
        The suggestions could not be loaded. The console tries again every 30 seconds.
      </p>
    );
  if (suggestion !== null && hasTargetFailed)
    return <p className="px-4 py-5 text-ink-2">The suggestion is shown here when the target has been loaded.</p>;
  return (
    <div className="px-4 py-5">
      <p className="font-medium">No Recommendations</p>
      <p className="break-words text-ink-2">
        {isWorkloadMissing
          ? 'There is no workload to compare a suggestion with.'
          : (reason ??
            toldReason ??
            'A suggestion appears here when there is enough usage data. The console checks every 30 seconds.')}
      </p>
    </div>
  );
}
