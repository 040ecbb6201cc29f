import { InvalidArgumentError } from 'commander';
import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { listData, present, stillComputing } from '../../output/present.ts';
import { defineCommand } from '../define.ts';
import { limitOption, namespaceOption, option } from '../options.ts';

type TargetsOptions = Record<string, unknown> & {
  namespace?: string;
  allNamespaces?: boolean;
  mode?: 'autonomous' | 'recommendation';
  sort: string;
  limit?: number;
};

const modes = { autonomous: 'Autonomous', recommendation: 'Recommendation' } as const;

const modeNames = ['autonomous', 'recommendation'] as const;

/** Tables show modes with a capital letter. */
function modeName(text: string): (typeof modeNames)[number] {
  const name = modeNames.find((each) => each === text.toLowerCase());
  if (name === undefined) throw new InvalidArgumentError(`Allowed choices are ${modeNames.join(', ')}.`);
  return name;
}

function sortField(text: string): string {
  if (!/^[+-]?(name|mode|cost)$/.test(text)) {
    throw new InvalidArgumentError('Give name, mode or cost; with - before it for descending.');
  }
  return text;
}

export const targetsList = defineCommand<TargetsOptions>({
  name: 'targets',
  summary: 'list the targets of a namespace or of all',
  description:
    'Lists targets as the home page does: status, utilization of what is requested, predicted need and the yearly ' +
    'waste or savings.',
  options: [
    namespaceOption('the targets of this namespace'),
    option('-A, --all-namespaces', 'the targets of every namespace', 'TRIMTAB_ALL_NAMESPACES'),
    option('--mode <mode>', 'only targets in this mode', 'TRIMTAB_MODE').choices(modeNames).argParser(modeName),
    option('--sort <field>', 'name, mode or cost; -name sorts descending, cost starts highest', 'TRIMTAB_SORT')
      .argParser(sortField)
      .default('name'),
    limitOption(),
  ],
  examples: [
    { line: 'trimtab targets -n storefront', does: 'what runs in storefront, and what it wastes' },
    {
      line: 'trimtab targets -A --mode recommendation --sort cost --limit 10',
      does: 'the ten targets of the cluster that waste most',
    },
  ],
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  run: async (context, options, _names, fromFlag) => {
    const both = options.namespace !== undefined && options.allNamespaces === true;
    if (both && fromFlag('namespace') && fromFlag('allNamespaces')) {
      throw new UsageError('-n and -A exclude each other.', 'Name one namespace, or ask for all.');
    }
    // Where one is typed and the other is in the environment, the typed one was meant.
    const everywhere = options.allNamespaces === true && !(both && fromFlag('namespace'));
    if (!everywhere && options.namespace === undefined) {
      throw new UsageError('Which namespace?', 'Give -n NAMESPACE, or -A for all. trimtab namespaces lists them.');
    }
    const { listTargets } = await import('../../services/targets-list.ts');
    const columns = await import('./columns.ts');
    const { items, incomplete, ...facts } = await listTargets(await context.client(), {
      namespace: everywhere ? null : (options.namespace ?? null),
      mode: options.mode === undefined ? null : modes[options.mode],
      sort: options.sort,
      limit: options.limit ?? null,
      signal: context.signal,
    });
    await present(context, {
      data: listData(items, facts),
      rows: items,
      columns: columns.plainColumns(everywhere),
      csvColumns: columns.csvColumns,
      nameOf: (target) => (everywhere ? `${target.namespace}/${target.name}` : target.name),
      blocks: () => columns.targetBlocks(items, everywhere),
      blockNotes: columns.dashNotes(items),
      notes: columns.parenthesisNotes(items),
      empty: everywhere
        ? 'No targets yet. trimtab namespaces lists where to enroll some.'
        : `No targets in ${options.namespace}. trimtab candidates -n ${options.namespace} lists what can be enrolled.`,
      lacks: stillComputing(facts),
      incomplete,
    });
  },
});
