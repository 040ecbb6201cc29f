import { type ClusterTarget, targetKey } from '@trimtab/core';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { showToast } from '../../context/toasts.ts';
import type { Selection } from './target-list-columns.tsx';

/** The console sends two requests for each exported target, so longer lists are exported with the CLI. */
export const mostSelected = 500;
const tooMany = `At most ${mostSelected} targets can be selected. Export more with the command "trimtab export".`;

type Selected = Selection['selected'];

/** The selected targets. They stay selected while filters and pages change. */
export function useSelection() {
  const [selected, setSelected] = useState<Selected>(new Map());
  const latest = useRef(selected);
  const clears = useRef(0);
  useLayoutEffect(() => {
    latest.current = selected;
  });
  // Call this before the list is fetched, and the returned function with the fetched targets. It adds them to the selection,
  // except for those that the user has unselected in between. If the user has pressed Clear in between, it does nothing.
  const addLater = useCallback(() => {
    const [before, clearsBefore] = [latest.current, clears.current];
    return (targets: readonly ClusterTarget[]) => {
      if (clears.current !== clearsBefore) return;
      const withTargets = (now: Selected): Selected => {
        const keyed = targets.map((target) => [targetKey(target), target] as const);
        return new Map([...now, ...keyed.filter(([key]) => now.has(key) || !before.has(key))]);
      };
      if (withTargets(latest.current).size > mostSelected) showToast(tooMany);
      else setSelected(withTargets);
    };
  }, []);
  const clear = useCallback(() => {
    clears.current += 1;
    setSelected(new Map());
  }, []);
  const toggle = useCallback(
    (target: ClusterTarget) =>
      setSelected((before) => {
        const next = new Map(before);
        if (!next.delete(targetKey(target))) next.set(targetKey(target), target);
        return next;
      }),
    [],
  );
  const selection = useMemo((): Selection => ({ selected, toggle }), [selected, toggle]);
  return { selection, addLater, clear };
}
