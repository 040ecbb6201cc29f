import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type AllTargets, allTargetsQuery } from '../../api/all-targets.ts';
import { useClient } from '../../api/client.tsx';
import { type EnhancedTargets, enhancedTargetsQuery } from '../../api/enhanced-targets.ts';
import { comparisonsQuery, wasteQuery } from '../../api/target-costs.ts';
import { whenIdle } from '../../browser/when-idle.ts';

const totalOf = ({ isComplete, items }: AllTargets): number | null => (isComplete ? items.length : null);
const isCompleteList = ({ isComplete }: EnhancedTargets): boolean => isComplete;

/**
 * Loads the data of all targets in the background: the basic list, then the enhanced list, then, if there are targets, waste
 * and the optimization comparison. The cost analysis then opens without waiting.
 */
export function usePreloadTargetData(): void {
  const client = useClient();
  const queryClient = useQueryClient();
  // Selects only the number, so that the shell does not re-render for every page of targets.
  const { data: total = null } = useQuery({ ...allTargetsQuery(client), select: totalOf });
  const enhanced = useQuery({
    ...enhancedTargetsQuery(client, total),
    select: isCompleteList,
    notifyOnChangeProps: ['data'],
  });
  const isDue = total !== null && total > 0 && enhanced.data === true;
  useEffect(() => {
    if (!isDue) return;
    const preload = async () => {
      await whenIdle();
      await queryClient.prefetchQuery(wasteQuery(client, true));
      await queryClient.prefetchQuery(comparisonsQuery(client, true));
    };
    void preload();
  }, [isDue, client, queryClient]);
}
