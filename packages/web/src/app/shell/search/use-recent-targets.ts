import { targetKey } from '@trimtab/core';
import { useMemo, useState } from 'react';
import { targetInPath } from '../../../browser/paths.ts';
import { useLocation } from '../../../browser/router.tsx';

const mostRecent = 5;

/** The keys of the targets whose pages were shown since the console was loaded, newest first, without the current one. */
export function useRecentTargets(): readonly string[] {
  const { pathname } = useLocation();
  const target = targetInPath(pathname);
  const current = target === null ? null : targetKey(target);
  const [visited, setVisited] = useState<readonly string[]>([]);
  if (current !== null && current !== visited[0])
    setVisited([current, ...visited.filter((key) => key !== current)].slice(0, mostRecent + 1));
  return useMemo(() => visited.filter((key) => key !== current).slice(0, mostRecent), [visited, current]);
}
