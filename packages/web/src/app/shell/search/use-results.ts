import { useMemo } from 'react';
import type { ListedTarget } from '../../../api/listed-targets.ts';
import { useNavigate } from '../../../browser/router.tsx';
import { useTheme } from '../../../browser/theme.ts';
import { useFlags } from '../../../context/configuration.tsx';
import { usePageActions } from '../../../context/page-actions.ts';
import { useUser } from '../../../context/user.tsx';
import { usePages } from '../pages.ts';
import { useListedTargets } from '../use-listed-targets.ts';
import type { Found } from './result.ts';
import { useRecentTargets } from './use-recent-targets.ts';
import type { SearchPanel } from './use-search-panel.ts';

const none: Found = { results: [], targetCount: null };

type Search = {
  targets: readonly ListedTarget[];
  text: string;
  /** Whether results are offered before the user types anything. */
  isOffering: boolean;
  exportDiagnostics: () => void;
};

/** What the search box shows. Nothing until the panel is loaded. */
export function useResults(panel: SearchPanel | null, { targets, text, isOffering, exportDiagnostics }: Search): Found {
  const flags = useFlags();
  const { groups } = useListedTargets();
  const pages = usePages();
  const pageActions = usePageActions();
  const recent = useRecentTargets();
  const theme = useTheme();
  const signOut = useUser()?.signOut;
  const navigate = useNavigate();
  return useMemo(() => {
    const context = { flags, groups, pages, pageActions, theme, navigate, exportDiagnostics, signOut };
    return panel?.find({ ...context, targets, text, isOffering, recent }) ?? none;
  }, [
    panel,
    targets,
    text,
    isOffering,
    exportDiagnostics,
    flags,
    groups,
    pages,
    pageActions,
    recent,
    theme,
    signOut,
    navigate,
  ]);
}
