import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type AllTargets, allTargetsQuery } from '../../api/all-targets.ts';
import { useClient } from '../../api/client.tsx';
import { type EnhancedTargets, enhancedTargetsQuery } from '../../api/enhanced-targets.ts';
import { comparisonsQuery, wasteQuery } from '../../api/target-costs.ts';
import { whenIdle } from '../../browser/when-idle.ts';

const totalOf = ({ isComplete, items }: AllTargets): number | null => (isComplete ? items.length : null);
const isWhole = ({ isComplete }: EnhancedTargets): boolean => isComplete;

/**
 * Loads all targets in the order of console.md, section 4: the basic list, what is known beyond it, then waste and the
 * comparison, once targets exist, so that the cost analysis opens with its figures.
 */
export function usePreloadTargetData(): void {
  const client = useClient();
  const queryClient = useQueryClient();
  // Only the number, once it is known: the whole shell would be drawn anew with every page that lands.
  const { data: total = null } = useQuery({ ...allTargetsQuery(client), select: totalOf });
  const enhanced = useQuery({
    ...enhancedTargetsQuery(client, total),
    select: isWhole,
    notifyOnChangeProps: ['data'],
  });
  const isDue = total !== null && total > 0 && enhanced.data === true;
  useEffect(() => {
    if (!isDue) return;
    const walk = async () => {
      await whenIdle();
      await queryClient.prefetchQuery(wasteQuery(client, true));
      await queryClient.prefetchQuery(comparisonsQuery(client, true));
    };
    void walk();
  }, [isDue, client, queryClient]);
}
