import { useQuery } from '@tanstack/react-query';
import type { AstSpecView } from '@trimtab/core';
import { useClient } from '../../lib/client.tsx';
import { listTargets } from '../../lib/listed-target.ts';
import { allTargetsQuery } from '../../lib/queries.ts';

const none: readonly AstSpecView[] = [];

/** All targets as the shell shows them, growing while their pages land. */
export function useListedTargets() {
  const { data, isFetching, isError, refetch } = useQuery(allTargetsQuery(useClient()));
  return {
    ...listTargets(data?.items ?? none),
    isLoading: isFetching,
    hasFailed: isError,
    isComplete: data?.isComplete === true,
    retry: () => void refetch(),
    isTruncated: data?.isComplete === true && data.isTruncated,
  };
}
