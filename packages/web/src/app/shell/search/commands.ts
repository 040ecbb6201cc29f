import { type FeatureFlags, type NamespaceGroup, parseLabelSelector } from '@trimtab/core';
import { paths } from '../../../browser/paths.ts';
import { chooseTheme, type Theme } from '../../../browser/theme.ts';
import { copyLink } from '../../../context/copy.ts';
import type { PageAction } from '../../../context/page-actions.ts';
import type { IconName } from '../../../ui/icons.ts';
import type { ShellPage } from '../pages.ts';
import type { Command } from './result.ts';

export type CommandContext = {
  flags: FeatureFlags;
  groups: readonly Pick<NamespaceGroup<unknown>, 'namespace'>[];
  pages: readonly ShellPage[];
  pageActions: readonly PageAction[];
  /** The typed text. */
  text: string;
  theme: Theme;
  navigate: (to: string) => void;
  exportDiagnostics: () => void;
  /** Undefined without a sign-in. */
  signOut: (() => void) | undefined;
};

const themes: readonly { theme: Theme; label: string; icon: IconName }[] = [
  { theme: 'light', label: 'Use the light theme', icon: 'sun' },
  { theme: 'dark', label: 'Use the dark theme', icon: 'moon' },
  { theme: 'system', label: 'Use the theme of the system', icon: 'system' },
];

function action(label: string, icon: IconName, run: () => void, isOffered = true): Command {
  return { key: `action ${label}`, label, kind: 'Action', icon, isOffered, run };
}

/** Whether the server has the list that shows the targets of a cluster, a namespace or a label. */
const hasTargetList = ({ extensions }: FeatureFlags): boolean => extensions.has('views.targets');

/** The targets with a label, for a text such as team=payments. */
function labelCommands({ flags, text, navigate }: CommandContext): Command[] {
  const labels = text.trim();
  if (!hasTargetList(flags) || !labels.includes('=') || parseLabelSelector(labels) === null) return [];
  const run = () => navigate(paths.targets({ view: 'all', labels }));
  const label = `Targets with ${labels}`;
  return [{ key: `labels ${labels}`, label, kind: 'Action', icon: 'targets', isOffered: false, run }];
}

/** What the search box offers besides targets. */
export function commandsOf(context: CommandContext): Command[] {
  const { flags, groups, navigate, theme, signOut } = context;
  const page = (text: string, icon: IconName, to: string): Command => ({
    key: `page ${to}`,
    label: text,
    kind: 'Page',
    icon,
    isOffered: true,
    run: () => navigate(to),
  });
  const list = (kind: 'Cluster' | 'Namespace', label: string, filter: Record<string, string>): Command => ({
    key: `${kind} ${label}`,
    label,
    kind,
    icon: 'targets',
    isOffered: false,
    run: () => navigate(paths.targets({ view: 'all', ...filter })),
  });
  return [
    ...labelCommands(context),
    ...context.pages.map(({ text, icon, to }) => page(text, icon, to)),
    // The sidebar has no link to this page.
    ...(flags.costAnalysis && flags.costSimulator ? [page('Cost simulator', 'cost', paths.costSimulator)] : []),
    action('Copy the link to this view', 'link', () => void copyLink()),
    action('Export diagnostics', 'download', context.exportDiagnostics),
    ...context.pageActions.map(({ label, run }) => action(label, 'download', run, false)),
    ...themes
      .filter((choice) => choice.theme !== theme)
      .map((choice) => action(choice.label, choice.icon, () => chooseTheme(choice.theme))),
    ...(signOut === undefined ? [] : [action('Sign out', 'external', signOut)]),
    ...(hasTargetList(flags)
      ? [
          ...flags.clusters.map((one) => list('Cluster', one, { clusters: one })),
          ...groups.map(({ namespace }) => list('Namespace', namespace, { namespaces: namespace })),
        ]
      : []),
  ];
}
