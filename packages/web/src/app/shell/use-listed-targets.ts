import { useQuery } from '@tanstack/react-query';
import type { AstSpecView } from '@trimtab/core';
import { useDeferredValue } from 'react';
import { allTargetsQuery } from '../../api/all-targets.ts';
import { useClient } from '../../api/client.tsx';
import { listedTargetsOf } from '../../api/listed-targets.ts';

const none: readonly AstSpecView[] = [];

/**
 * All targets for the sidebar and the search. The list grows while its pages load. It is deferred, so that the page renders
 * and sends its requests first, and a key press does not wait for a grown list.
 */
export function useListedTargets() {
  const { data: newest, isFetching, isError, refetch } = useQuery(allTargetsQuery(useClient()));
  const data = useDeferredValue(newest);
  return {
    ...listedTargetsOf(data?.items ?? none),
    isLoading: isFetching,
    hasFailed: isError,
    isComplete: data?.isComplete === true,
    retry: () => void refetch(),
    isTruncated: data?.isComplete === true && data.isTruncated,
  };
}
