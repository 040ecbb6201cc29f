import type { Suggestion } from '@trimtab/core';
import { useCallback, useEffect, useMemo } from 'react';
import { loadedLater } from '../../browser/loaded-later.tsx';
import { useViewParams } from '../../browser/search-params.ts';
import { whenIdle } from '../../browser/when-idle.ts';
import { type OverlayContent, useOverlays } from '../../context/overlay.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useHasHistory } from './history/use-has-history.ts';
import type { TargetId } from './queries.ts';
import { useUrlOverlay } from './use-url-overlay.ts';
import { UtilizationDrawer } from './utilization/UtilizationDrawer.tsx';

/** The drawers of the page, by their value of `?drawer=`. */
export type DrawerName = 'resources' | 'take' | 'explain' | 'undo' | 'logs';

// These drawers open when a button is pressed, so their code is loaded then, or earlier while the page is idle.
const PatchDrawer = loadedLater(
  'take',
  () => import('./advice/PatchDrawer.tsx').then((module) => module.PatchDrawer),
  <Spinner />,
);
const ExplainDrawer = loadedLater(
  'explain',
  () => import('./advice/ExplainDrawer.tsx').then((module) => module.ExplainDrawer),
  <Spinner />,
);
const UndoDrawer = loadedLater(
  'undo',
  () => import('./history/UndoDrawer.tsx').then((module) => module.UndoDrawer),
  <Spinner />,
);

const LogsDrawer = loadedLater(
  'logs',
  () => import('./logs/LogsDrawer.tsx').then((module) => module.LogsDrawer),
  <Spinner />,
);

/**
 * Shows the drawer that the URL names. A patch is offered only if the workload exists. Returns a function that shows a
 * drawer at once, because drawing the page for the changed URL takes longer.
 */
export function useDrawer(
  id: TargetId,
  suggestion: Suggestion | null | undefined,
  hasWorkload: boolean,
): (name: DrawerName) => void {
  const name = useViewParams()[0].get('drawer');
  const { openDrawer, preload } = useOverlays();
  const hasHistory = useHasHistory();
  const hasSuggestion = Boolean(suggestion);
  const contents = useMemo(() => {
    const all = new Map<string, OverlayContent>([
      ['resources', { title: 'Resource Utilization', body: <UtilizationDrawer id={id} /> }],
    ]);
    if (hasWorkload && hasHistory) all.set('undo', { title: 'Undo', body: <UndoDrawer id={id} /> });
    if (hasWorkload) all.set('logs', { title: 'Logs', body: <LogsDrawer id={id} />, isWide: true });
    if (hasWorkload && hasSuggestion) all.set('take', { title: 'Export as patch', body: <PatchDrawer id={id} /> });
    if (hasSuggestion)
      all.set('explain', { title: 'How it was computed', body: <ExplainDrawer id={id} />, isWide: true });
    return all;
  }, [id, hasSuggestion, hasWorkload, hasHistory]);
  useUrlOverlay('drawer', contents.get(name ?? '') ?? null);
  // The most frequently opened drawer. If its code cannot be loaded, it says so when it opens.
  useEffect(() => {
    if (hasSuggestion) void whenIdle().then(ExplainDrawer.preload).then(preload);
  }, [hasSuggestion, preload]);
  return useCallback((drawer) => openDrawer(contents.get(drawer) ?? null), [contents, openDrawer]);
}
