import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError, UsageError } from '../../failure.ts';
import { defineCommand } from '../define.ts';
import { clusterOption, namespacesOption, option } from '../options.ts';
import { parseTarget, type Scope, scopeOf } from '../scope.ts';

type ExportOptions = {
  namespace?: string[];
  cluster?: string[];
  allNamespaces?: boolean;
  selector?: string;
  savings?: boolean;
  atRisk?: boolean;
  force?: boolean;
};

/** The targets to export. */
async function rowsOf(
  context: Context,
  options: ExportOptions,
  { namespaces, clusters }: Scope,
  names: readonly string[],
) {
  const { allNamespaces = false, selector, savings, atRisk } = options;
  const [only, ...others] = namespaces ?? [];
  if (names.length > 0) {
    const isName = (text: string) => only !== undefined && others.length === 0 && !text.includes('/');
    return names.map((text) => (isName(text) ? { namespace: only ?? '', name: text } : parseTarget(text)));
  }
  if (savings === true && atRisk === true)
    throw new UsageError('--at-risk and --savings cannot be combined.', 'Use one.');
  const isFiltered = selector !== undefined || savings === true || atRisk === true;
  if (!isFiltered && namespaces === null && clusters === undefined && !allNamespaces) {
    throw new UsageError('No targets were selected.', 'Add names, -n NAMESPACE, -A for all, or -l LABELS.');
  }
  const client = await context.client();
  const { readClusterTargets } = await import('../../services/cluster-targets.ts');
  const within = allNamespaces ? null : namespaces;
  const scope = { limit: null, sort: 'name', clusters };
  const view = savings === true ? 'savings' : atRisk === true ? 'at-risk' : 'all';
  const readEach = async () => {
    const { readTargetList } = await import('../../services/targets-list.ts');
    return readTargetList(client, { ...scope, namespace: within, mode: 'Recommendation' });
  };
  const query = { ...scope, namespaces: within, view, labels: selector, managed: false } as const;
  return complete(await readClusterTargets(client, query, isFiltered ? undefined : readEach));
}

/** Fails if the list is incomplete, because a bundle of only some targets would look complete. */
function complete<T>({ items, incomplete }: { readonly items: readonly T[]; readonly incomplete: string | null }) {
  if (incomplete !== null) throw new CliError(incomplete, exitCode.partial, 'Nothing was written.');
  return items;
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
    option('-A, --all-namespaces', 'the targets of every namespace'),
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
    const { refuseFilled, writeBundle } = await import('../../services/bundle-write.ts');
    await refuseFilled(folder, options.force === true);
    const rows = await rowsOf(context, options, await scopeOf(context, options, fromFlag, names), names);
    const { fetchBundleTargets, patchBundle } = await import('@trimtab/core/patch');
    const { manifest } = await import('../../output/yaml.ts');
    const client = await context.client();
    const targets = await fetchBundleTargets(client, rows, { signal: context.signal });
    const { files, exported, leftOut } = patchBundle(targets, manifest);
    const { writeNotes } = await import('../../output/present.ts');
    if (exported.length === 0) {
      await writeNotes(context, leftOut.slice(0, 5));
      throw new CliError('There is nothing to export: none of these targets has a change.', exitCode.partial);
    }
    await writeBundle(folder, files, options.force === true);
    const { recordExport } = await import('../../services/changes-read.ts');
    const isExported = (title: string) => !leftOut.some((text) => text.startsWith(`${title}: `));
    await recordExport(
      client,
      rows.filter(({ namespace, name }) => isExported(`${namespace}/${name}`)),
    );
    const left = leftOut.length === 0 ? '' : ` ${leftOut.length} were left out; README.md says why.`;
    await context.stderr.text(
      `Wrote the changes of ${exported.length} ${exported.length === 1 ? 'target' : 'targets'} to ${folder}.${left}\n`,
    );
  },
});
