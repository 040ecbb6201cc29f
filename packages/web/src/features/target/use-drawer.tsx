import type { Suggestion } from '@trimtab/core';
import { useEffect, useMemo } from 'react';
import { loadedLater } from '../../browser/loaded-later.tsx';
import { useViewParams } from '../../browser/search-params.ts';
import { whenIdle } from '../../browser/when-idle.ts';
import { useFlags } from '../../context/configuration.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
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

/** Shows the drawer that the URL names. A patch is offered only if the workload exists. */
export function useDrawer(id: TargetId, suggestion: Suggestion | null | undefined, hasWorkload: boolean): void {
  const name = useViewParams()[0].get('drawer');
  const hasHistory = useFlags().extensions.has('views.changes');
  const hasSuggestion = Boolean(suggestion);
  const content = useMemo(() => {
    if (name === 'resources') return { title: 'Resource Utilization', body: <UtilizationDrawer id={id} /> };
    if (name === 'undo' && hasWorkload && hasHistory) return { title: 'Undo', body: <UndoDrawer id={id} /> };
    if (name === 'logs' && hasWorkload) return { title: 'Logs', body: <LogsDrawer id={id} />, isWide: true } as const;
    if (!hasSuggestion) return null;
    if (name === 'take' && hasWorkload) return { title: 'Export as patch', body: <PatchDrawer id={id} /> };
    if (name === 'explain')
      return { title: 'How it was computed', body: <ExplainDrawer id={id} />, isWide: true } as const;
    return null;
  }, [name, id, hasSuggestion, hasWorkload, hasHistory]);
  useUrlOverlay('drawer', content);
  useEffect(() => {
    if (hasSuggestion) void whenIdle().then(preloadExplanation);
  }, [hasSuggestion]);
}

/** Loads the code of the most frequently opened drawer and of its frame. A failure is reported when a drawer opens. */
function preloadExplanation(): void {
  ExplainDrawer.preload();
  import('../../ui/Dialog.tsx').catch(() => undefined);
}
