import type { Suggestion } from '@trimtab/core';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { loadModule, thisPage } from '../../browser/chunk-reload.ts';
import { useViewParams } from '../../browser/search-params.ts';
import { useFlags } from '../../context/configuration.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import type { TargetId } from './queries.ts';
import { useUrlOverlay } from './use-url-overlay.ts';
import { UtilizationDrawer } from './utilization/UtilizationDrawer.tsx';

/** The drawers of the page, by their value of `?drawer=`. */
export type DrawerName = 'resources' | 'take' | 'explain' | 'undo';

// These drawers open on a button press, so their code is loaded then.
const PatchDrawer = lazy(async () => ({
  default: await loadModule(
    'take',
    () => import('./advice/PatchDrawer.tsx').then((module) => module.PatchDrawer),
    thisPage,
  ),
}));
const ExplainDrawer = lazy(async () => ({
  default: await loadModule(
    'explain',
    () => import('./advice/ExplainDrawer.tsx').then((module) => module.ExplainDrawer),
    thisPage,
  ),
}));

const UndoDrawer = lazy(async () => ({
  default: await loadModule(
    'undo',
    () => import('./history/UndoDrawer.tsx').then((module) => module.UndoDrawer),
    thisPage,
  ),
}));

/** Shows the drawer that the URL names. A patch is offered only if the workload exists. */
export function useDrawer(id: TargetId, suggestion: Suggestion | null | undefined, hasWorkload: boolean): void {
  const name = useViewParams()[0].get('drawer');
  const hasHistory = useFlags().extensions.has('views.changes');
  const hasSuggestion = Boolean(suggestion);
  const content = useMemo(() => {
    if (name === 'resources') return { title: 'Resource Utilization', body: <UtilizationDrawer id={id} /> };
    if (name === 'undo' && hasWorkload && hasHistory) return { title: 'Undo', body: lazily(<UndoDrawer id={id} />) };
    if (!hasSuggestion) return null;
    if (name === 'take' && hasWorkload) return { title: 'Export as patch', body: lazily(<PatchDrawer id={id} />) };
    if (name === 'explain')
      return { title: 'How it was computed', body: lazily(<ExplainDrawer id={id} />), isWide: true } as const;
    return null;
  }, [name, id, hasSuggestion, hasWorkload, hasHistory]);
  useUrlOverlay('drawer', content);
}

function lazily(body: ReactNode) {
  return <Suspense fallback={<Spinner />}>{body}</Suspense>;
}
