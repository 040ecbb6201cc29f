import { useMemo } from 'react';
import { paths } from '../../browser/paths.ts';
import { useFlags } from '../../context/configuration.tsx';
import type { IconName } from '../../ui/icons.ts';

export type ShellPage = { readonly to: string; readonly icon: IconName; readonly text: string };

/** The pages that this deployment has, in display order. */
export function usePages(): readonly ShellPage[] {
  const flags = useFlags();
  return useMemo(() => {
    const pages: (ShellPage | false)[] = [
      { to: paths.home, icon: 'home', text: 'Home' },
      flags.extensions.has('views.targets') && { to: paths.targets(), icon: 'targets', text: 'Targets' },
      flags.extensions.has('views.changes') && { to: paths.activity(), icon: 'activity', text: 'Activity' },
      !flags.console && { to: paths.onboarding, icon: 'onboarding', text: 'Onboarding' },
      flags.costAnalysis && { to: paths.costAnalysis, icon: 'cost', text: 'Cost Analysis' },
    ];
    return pages.filter((page) => page !== false);
  }, [flags]);
}
