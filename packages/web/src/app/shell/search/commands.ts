import { parseLabelSelector } from '@trimtab/core';
import { paths } from '../../../browser/paths.ts';
import { chooseTheme, type Theme } from '../../../browser/theme.ts';
import { copyLink } from '../../../context/copy.ts';
import type { PageAction } from '../../../context/page-actions.ts';
import type { IconName } from '../../../ui/icons.ts';
import type { ShellPage } from '../pages.ts';
import type { Command } from './results.ts';

export type CommandContext = {
  pages: readonly ShellPage[];
  /** The pages to which the sidebar has no link. */
  hasSimulator: boolean;
  /** Null if the server has no list that could show a namespace. */
  namespaces: readonly string[] | null;
  clusters: readonly string[];
  pageActions: readonly PageAction[];
  /** The typed text. */
  text: string;
  theme: Theme;
  navigate: (to: string) => void;
  exportDiagnostics: () => void;
  /** Null without a sign-in. */
  signOut: (() => void) | null;
};

const themes: readonly { theme: Theme; label: string; icon: IconName }[] = [
  { theme: 'light', label: 'Use the light theme', icon: 'sun' },
  { theme: 'dark', label: 'Use the dark theme', icon: 'moon' },
  { theme: 'system', label: 'Use the theme of the system', icon: 'system' },
];

function action(label: string, icon: IconName, run: () => void, isOffered = true): Command {
  return { key: `action ${label}`, label, kind: 'Action', icon, isOffered, run };
}

/** The targets with a label, for a text such as team=payments. */
function labelCommands({ text, namespaces, navigate }: CommandContext): Command[] {
  const labels = text.trim();
  if (namespaces === null || !labels.includes('=') || parseLabelSelector(labels) === null) return [];
  const run = () => navigate(paths.targets({ view: 'all', labels }));
  const label = `Targets with ${labels}`;
  return [{ key: `labels ${labels}`, label, kind: 'Action', icon: 'targets', isOffered: false, run }];
}

/** What the search box offers besides targets. */
export function commandsOf(context: CommandContext): Command[] {
  const { navigate, namespaces, clusters, theme, signOut } = context;
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
    ...(context.hasSimulator ? [page('Cost simulator', 'cost', paths.costSimulator)] : []),
    action('Copy the link to this view', 'link', () => void copyLink()),
    action('Export diagnostics', 'download', context.exportDiagnostics),
    ...context.pageActions.map(({ label, run }) => action(label, 'download', run, false)),
    ...themes
      .filter((choice) => choice.theme !== theme)
      .map((choice) => action(choice.label, choice.icon, () => chooseTheme(choice.theme))),
    ...(signOut === null ? [] : [action('Sign out', 'external', signOut)]),
    ...(namespaces === null ? [] : clusters.map((one) => list('Cluster', one, { clusters: one }))),
    ...(namespaces ?? []).map((one) => list('Namespace', one, { namespaces: one })),
  ];
}
