import { useMemo } from 'react';
import { useNavigate } from '../../../browser/router.tsx';
import { useTheme } from '../../../browser/theme.ts';
import { useFlags } from '../../../context/configuration.tsx';
import { usePageActions } from '../../../context/page-actions.ts';
import { useUser } from '../../../context/user.tsx';
import { usePages } from '../pages.ts';
import { useListedTargets } from '../use-listed-targets.ts';
import type { Command } from './results.ts';
import type { SearchPanel } from './use-search-panel.ts';

const none: readonly Command[] = [];

/** The pages, namespaces and actions that the search box finds. None until the panel is loaded. */
export function useCommands(
  panel: SearchPanel | null,
  exportDiagnostics: () => void,
  text: string,
): readonly Command[] {
  const { clusters, extensions, costAnalysis, costSimulator } = useFlags();
  const { groups } = useListedTargets();
  const pages = usePages();
  const pageActions = usePageActions();
  const theme = useTheme();
  const signOut = useUser()?.signOut ?? null;
  const navigate = useNavigate();
  return useMemo(() => {
    if (panel === null) return none;
    return panel.commandsOf({
      pages,
      hasSimulator: costAnalysis && costSimulator,
      namespaces: extensions.has('views.targets') ? groups.map(({ namespace }) => namespace) : null,
      clusters,
      pageActions,
      text,
      theme,
      navigate: (to) => navigate(to),
      exportDiagnostics,
      signOut,
    });
  }, [
    panel,
    pages,
    costAnalysis,
    costSimulator,
    extensions,
    groups,
    clusters,
    pageActions,
    theme,
    navigate,
    exportDiagnostics,
    signOut,
    text,
  ]);
}
