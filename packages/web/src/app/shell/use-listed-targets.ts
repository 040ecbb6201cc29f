import { useQuery } from '@tanstack/react-query';
import { groupByNamespace } from '@trimtab/core';
import { useMemo } from 'react';
import { useClient } from '../../lib/client.tsx';
import { allTargetsQuery } from '../../lib/queries.ts';
import { listTargets } from '../../lib/listed-target.ts';

const none: [] = [];

/** All targets as the shell shows them, growing while their pages land. */
export function useListedTargets() {
  const { data, isFetching } = useQuery(allTargetsQuery(useClient()));
  const items = data?.items ?? none;
  const targets = useMemo(() => listTargets(items), [items]);
  const groups = useMemo(() => groupByNamespace(targets), [targets]);
  return { targets, groups, isLoading: isFetching, isTruncated: data?.isComplete === true && data.isTruncated };
}
