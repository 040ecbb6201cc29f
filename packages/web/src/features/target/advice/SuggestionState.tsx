import type { Suggestion } from '@trimtab/core';
import { Skeleton } from '../../../ui/Skeleton.tsx';

/** What a suggestion card says as long as it has nothing to suggest. */
export function SuggestionState({
  suggestion,
  failed,
  isGone,
  height,
}: {
  suggestion: Suggestion | null | undefined;
  failed: boolean;
  /** No workload is there that a suggestion could be compared with. */
  isGone: boolean;
  /** What the suggestion will probably need, so that nothing moves when it comes. */
  height: number;
}) {
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
        The suggestions could not be loaded. They are asked for again every 30 seconds.
      </p>
    );
  return (
    <div className="px-4 py-5">
      <p className="font-medium">No Recommendations</p>
      <p className="text-ink-2">
        {isGone
          ? 'There is no workload to compare a suggestion with.'
          : 'A suggestion stands here as soon as enough of its usage is known. It is looked for every 30 seconds.'}
      </p>
    </div>
  );
}
