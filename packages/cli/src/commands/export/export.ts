import type { BundleTarget } from '@trimtab/core/patch';
import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError, UsageError } from '../../failure.ts';
import { targetTitle } from '../../target-title.ts';
import { defineCommand } from '../define.ts';
import { allNamespacesOption, clusterOption, namespacesOption, option } from '../options.ts';
import { requiredTargets, type Scope, scopeOf, wholeScopeOf } from '../scope.ts';

type ExportOptions = {
  namespace?: string[];
  cluster?: string[];
  allNamespaces?: boolean;
  selector?: string;
  savings?: boolean;
  atRisk?: boolean;
  force?: boolean;
};

type FromFlag = (option: keyof ExportOptions) => boolean;

const filters = [
  ['allNamespaces', '-A'],
  ['selector', '-l'],
  ['savings', '--savings'],
  ['atRisk', '--at-risk'],
] as const;

function namedTargets(names: readonly string[], namespaces: Scope['namespaces'], fromFlag: FromFlag) {
  const filter = filters.find(([name]) => fromFlag(name));
  if (filter !== undefined) throw new UsageError(`${filter[1]} cannot be combined with names.`, 'Use one of them.');
  const [only, ...others] = namespaces ?? [];
  if (others.length > 0 && !names.every((name) => name.includes('/')))
    throw new UsageError('Names without a namespace need exactly one -n.', 'Use NAMESPACE/NAME.');
  return requiredTargets(names, only, fromFlag('namespace'));
}

/** The targets that the options select. */
async function selectedTargets(context: Context, options: ExportOptions, fromFlag: FromFlag) {
  const { selector, savings, atRisk, allNamespaces } = options;
  const { namespaces, clusters } = await wholeScopeOf(context, options, fromFlag);
  if (savings === true && atRisk === true)
    throw new UsageError('--at-risk and --savings cannot be combined.', 'Use one.');
  const isFiltered = selector !== undefined || savings === true || atRisk === true;
  if (!isFiltered && namespaces === null && clusters === undefined && allNamespaces !== true) {
    throw new UsageError('No targets were selected.', 'Add names, -n NAMESPACE, -A for all, or -l LABELS.');
  }
  const client = await context.client();
  const { readClusterTargets } = await import('../../services/cluster-targets.ts');
  const scope = { limit: null, sort: 'name', clusters };
  const view = savings === true ? 'savings' : atRisk === true ? 'at-risk' : 'all';
  const readEach = async () => {
    const { readTargetList } = await import('../../services/targets-list.ts');
    return readTargetList(client, { ...scope, namespace: namespaces, mode: 'Recommendation' });
  };
  const query = { ...scope, namespaces, view, labels: selector, managed: false } as const;
  return complete(await readClusterTargets(client, query, isFiltered ? undefined : readEach));
}

/** Fails if the list is incomplete, because a bundle of only some targets would look complete. */
function complete<T>({ items, incomplete }: { readonly items: readonly T[]; readonly incomplete: string | null }) {
  if (incomplete !== null) throw new CliError(incomplete, exitCode.partial, 'Nothing was written.');
  return items;
}

const mostNamed = 5;

/**
 * Names the targets that could not be read; null if there are none. A target that the server listed and that is unknown
 * now was removed meanwhile, but an unknown name on the command line is a mistake.
 */
function unreadTitles(targets: readonly BundleTarget[], areNamed: boolean): string | null {
  const unread = targets.filter(({ error }) => error !== undefined && (areNamed || error.status !== 404));
  if (unread.length === 0) return null;
  const named = unread.slice(0, mostNamed).map((target) => `${targetTitle(target)} (${target.error?.status})`);
  const more = unread.length - named.length;
  return `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

export const exportBundle = defineCommand<ExportOptions>({
  name: 'export',
  summary: 'write the patches of many targets into a folder',
  description:
    'Writes one Kustomize overlay for each namespace, with patches, a README and a summary. Exports the targets in ' +
    'recommendation mode, or those named. Here -o names the folder (default: trimtab-export).',
  arguments: [{ name: '[names...]', description: 'targets, as NAMESPACE/NAME' }],
  options: [
    namespacesOption('the targets of this namespace'),
    allNamespacesOption('the targets of every namespace'),
    clusterOption(),
    option('-l, --selector <labels>', 'only with these labels: team=payments'),
    option('--at-risk', 'OOM-killed this week, or short of CPU or memory'),
    option('--savings', 'only targets that can become cheaper'),
    option('--force', 'replace files of the folder'),
  ],
  examples: {
    'trimtab export -l team=payments -o payments': "the changes of a team's targets",
    'trimtab export -A --savings -o savings': 'everything that saves money',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  writesFile: true,
  run: async (context, options, names, fromFlag) => {
    const folder = context.outputFile ?? 'trimtab-export';
    const { refuseFilled, refuseOtherOutput, writeBundle } = await import('../../services/bundle-write.ts');
    refuseOtherOutput(folder);
    await refuseFilled(folder, options.force === true);
    const rows =
      names.length === 0
        ? await selectedTargets(context, options, fromFlag)
        : namedTargets(names, (await scopeOf(context, options, fromFlag, names)).namespaces, fromFlag);
    const { fetchBundleTargets, patchBundle } = await import('@trimtab/core/patch');
    const { manifest } = await import('../../output/yaml.ts');
    const client = await context.client();
    const targets = await fetchBundleTargets(client, rows, { signal: context.signal });
    const { files, exported, leftOut } = patchBundle(targets, manifest);
    const unread = unreadTitles(targets, names.length > 0);
    const { writeNotes } = await import('../../output/present.ts');
    if (exported.length === 0) {
      const [first] = targets;
      // No error has a message of the API, so a proxy or another program has answered.
      if (first?.error !== undefined && targets.every(({ error }) => error?.messages.length === 0)) throw first.error;
      await writeNotes(context, leftOut.slice(0, 5));
      throw new CliError(
        unread === null
          ? 'There is nothing to export: none of these targets has a change.'
          : `Nothing was written, because targets could not be read: ${unread}.`,
        exitCode.partial,
      );
    }
    await writeBundle(folder, files, options.force === true);
    const { recordExport } = await import('../../services/changes-read.ts');
    await recordExport(client, exported);
    const left =
      leftOut.length === 0
        ? ''
        : ` ${leftOut.length} ${leftOut.length === 1 ? 'was' : 'were'} left out; README.md says why.`;
    const { writeLines } = await import('../../output/present.ts');
    await writeLines(context, [
      `Wrote the changes of ${exported.length} ${exported.length === 1 ? 'target' : 'targets'} to ${folder}.${left}`,
    ]);
    if (unread !== null) {
      throw new CliError(
        `The changes of these targets are missing, because they could not be read: ${unread}.`,
        exitCode.partial,
        'Run the command again with --force.',
      );
    }
  },
});
