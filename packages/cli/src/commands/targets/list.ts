import { InvalidArgumentError } from 'commander';
import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { listData, present, stillComputing } from '../../output/present.ts';
import { defineCommand } from '../define.ts';
import { completed, limitOption, namespacesOption, option } from '../options.ts';

type TargetsOptions = {
  namespace?: string[];
  allNamespaces?: boolean;
  mode?: 'autonomous' | 'recommendation';
  sort: string;
  limit?: number;
};

const modes = { autonomous: 'Autonomous', recommendation: 'Recommendation' } as const;
const modeNames = ['autonomous', 'recommendation'] as const;

/** Accepts upper case too, because tables show `Autonomous`. */
function modeName(text: string): (typeof modeNames)[number] {
  const name = modeNames.find((each) => each === text.toLowerCase());
  if (name === undefined) throw new InvalidArgumentError(`Allowed choices are ${modeNames.join(', ')}.`);
  return name;
}

function sortField(text: string): string {
  if (!/^[+-]?(name|mode|cost)$/.test(text)) {
    throw new InvalidArgumentError('Use name, mode or cost; put - before it for descending order.');
  }
  return text;
}

export const targetsList = defineCommand<TargetsOptions>({
  name: 'targets',
  summary: 'list the targets of one or all namespaces',
  description:
    'Lists targets as the home page does: status, utilization of the requests, predicted need, and yearly waste or ' +
    'savings.',
  options: [
    namespacesOption('the targets of this namespace'),
    option('-A, --all-namespaces', 'the targets of every namespace'),
    option('--mode <mode>', 'only targets in this mode').choices(modeNames).argParser(modeName),
    completed(
      option('--sort <field>', 'name, mode or cost; -name is descending, cost starts with the highest')
        .argParser(sortField)
        .default('name'),
      ['name', '-name', 'mode', '-mode', 'cost', '-cost'],
    ),
    limitOption(),
  ],
  examples: {
    'trimtab targets -n storefront,checkout': 'the targets of two namespaces and their waste',
    'trimtab targets -A --mode recommendation --sort cost --limit 10':
      'the ten targets of the cluster with the highest waste',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  run: async (context, options, _names, fromFlag) => {
    const both = options.namespace !== undefined && options.allNamespaces === true;
    if (both && fromFlag('namespace') && fromFlag('allNamespaces')) {
      throw new UsageError('-n and -A cannot be combined.', 'Use -n for one namespace, or -A for all.');
    }
    // If one is typed and the other comes from the environment, the typed one applies.
    const everywhere = options.allNamespaces === true && !(both && fromFlag('namespace'));
    if (!everywhere && options.namespace === undefined) {
      throw new UsageError(
        'No namespace was given.',
        'Add -n NAMESPACE, or -A for all. trimtab namespaces lists the namespaces.',
      );
    }
    const several = everywhere || (options.namespace?.length ?? 0) > 1;
    const { readTargetList } = await import('../../services/targets-list.ts');
    const columns = await import('./columns.ts');
    const { items, incomplete, ...facts } = await readTargetList(await context.client(), {
      namespace: everywhere ? null : (options.namespace ?? null),
      mode: options.mode === undefined ? null : modes[options.mode],
      sort: options.sort,
      limit: options.limit ?? null,
      signal: context.signal,
    });
    await present(context, {
      data: listData(items.map(columns.withYearly), facts),
      rows: items,
      columns: columns.plainColumns(several),
      csvColumns: columns.csvColumns,
      nameOf: (target) => (several ? `${target.namespace}/${target.name}` : target.name),
      blocks: () => columns.targetListBlocks(items, several),
      blockNotes: [...columns.netNotes(items), ...columns.observedNotes(items), ...columns.dashNotes(items)],
      notes: columns.parenthesisNotes(items),
      empty: everywhere
        ? 'There are no targets yet. To enroll workloads: trimtab enroll -n NAMESPACE --all'
        : `No targets in ${options.namespace?.join(', ')}. To list the workloads that can be enrolled: trimtab candidates -n ${options.namespace?.[0]}`,
      lacks: stillComputing(facts),
      incomplete,
    });
  },
});
