import { useQuery } from '@tanstack/react-query';
import { type AstSpecView, groupByNamespace, type NamespaceGroup } from '@trimtab/core';
import { useClient } from '../../lib/client.tsx';
import { type ListedTarget, listTargets } from '../../lib/listed-target.ts';
import { allTargetsQuery } from '../../lib/queries.ts';

type Listed = { targets: ListedTarget[]; groups: NamespaceGroup<ListedTarget>[] };

const none: readonly AstSpecView[] = [];
/** Sidebar and search read the same list: at 10,000 targets it is worth sorting once for both. */
const listedOf = new WeakMap<readonly AstSpecView[], Listed>();

function listed(items: readonly AstSpecView[]): Listed {
  const known = listedOf.get(items);
  if (known !== undefined) return known;
  const targets = listTargets(items);
  const made = { targets, groups: groupByNamespace(targets) };
  listedOf.set(items, made);
  return made;
}

/** All targets as the shell shows them, growing while their pages land. */
export function useListedTargets() {
  const { data, isFetching, isError, refetch } = useQuery(allTargetsQuery(useClient()));
  return {
    ...listed(data?.items ?? none),
    isLoading: isFetching,
    hasFailed: isError,
    isComplete: data?.isComplete === true,
    retry: () => void refetch(),
    isTruncated: data?.isComplete === true && data.isTruncated,
  };
}
