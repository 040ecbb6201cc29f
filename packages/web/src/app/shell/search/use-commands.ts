import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { loadModule, thisPage } from '../../../browser/chunk-reload.ts';
import { logFailure } from '../../../browser/log.ts';
import { useTheme } from '../../../browser/theme.ts';
import { useFlags } from '../../../context/configuration.tsx';
import { usePageActions } from '../../../context/page-actions.ts';
import { useUser } from '../../../context/user.tsx';
import { usePages } from '../pages.ts';
import { useListedTargets } from '../use-listed-targets.ts';
import type { CommandContext } from './commands.ts';
import type { Command } from './results.ts';

type CommandsOf = (context: CommandContext) => Command[];
const none: readonly Command[] = [];

/** The pages, namespaces and actions that the search box finds. Their code is loaded when the box first has the focus. */
export function useCommands(isWanted: boolean, exportDiagnostics: () => void): readonly Command[] {
  const [loaded, setLoaded] = useState<{ commandsOf: CommandsOf } | null>(null);
  const isLoaded = loaded !== null;
  useEffect(() => {
    if (!isWanted || isLoaded) return;
    loadModule('commands', () => import('./commands.ts'), thisPage).then(setLoaded, (error: unknown) =>
      logFailure('The commands of the search box could not be loaded.', error),
    );
  }, [isWanted, isLoaded]);
  const { extensions, costAnalysis, costSimulator } = useFlags();
  const { groups } = useListedTargets();
  const pages = usePages();
  const pageActions = usePageActions();
  const theme = useTheme();
  const signOut = useUser()?.signOut ?? null;
  const navigate = useNavigate();
  return useMemo(() => {
    if (!isWanted || loaded === null) return none;
    return loaded.commandsOf({
      pages,
      hasSimulator: costAnalysis && costSimulator,
      namespaces: extensions.has('views.targets') ? groups.map(({ namespace }) => namespace) : null,
      pageActions,
      theme,
      navigate: (to) => void navigate(to),
      exportDiagnostics,
      signOut,
    });
  }, [
    isWanted,
    loaded,
    pages,
    costAnalysis,
    costSimulator,
    extensions,
    groups,
    pageActions,
    theme,
    navigate,
    exportDiagnostics,
    signOut,
  ]);
}
