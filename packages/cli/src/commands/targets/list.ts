import type { TargetView } from '@trimtab/core';
import { InvalidArgumentError } from 'commander';
import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { listData, present, stillComputing } from '../../output/present.ts';
import { defineCommand } from '../define.ts';
import { completed, limitOption, namespacesOption, option, watchOption } from '../options.ts';

type TargetsOptions = {
  namespace?: string[];
  allNamespaces?: boolean;
  mode?: 'autonomous' | 'recommendation';
  atRisk?: boolean;
  savings?: boolean;
  attention?: boolean;
  selector?: string;
  where?: string;
  sort: string;
  limit?: number;
  watch?: boolean;
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
  const [, field = ''] = /^[+-]?(.*)$/.exec(text) ?? [];
  if (![...everyServer, ...extended].includes(field)) {
    throw new InvalidArgumentError(
      `Use ${[...everyServer, ...extended].join(', ')}; put - before it for descending order.`,
    );
  }
  return text;
}

/** The fields by which every server can sort. */
const everyServer = ['name', 'mode', 'cost'];
/** The additional fields by which the list of all targets can be sorted. */
const extended = [
  'savings',
  'status',
  'cpu',
  'memory',
  'oom_kills',
  'restarts',
  'change',
  'last_change',
  'namespace',
  'kind',
];

/** The view that an option selects; null if the list of all targets is not needed. */
function viewOf({ atRisk, savings, attention, selector, where, sort }: TargetsOptions): TargetView | null {
  const views = [atRisk && 'at-risk', savings && 'savings', attention && 'attention'] as const;
  const [view, other] = views.filter((one) => typeof one === 'string');
  if (other !== undefined) throw new UsageError('--at-risk, --savings and --attention cannot be combined.', 'Use one.');
  const needsAll = selector !== undefined || where !== undefined || extended.includes(sort.replace(/^[+-]/, ''));
  return view ?? (needsAll ? 'all' : null);
}

type Scope = { readonly namespaces: readonly string[] | null; readonly view: TargetView };

const keyOf = ({ namespace, name }: { namespace: string; name: string }): string => `${namespace}/${name}`;

async function printView(context: Context, options: TargetsOptions, { namespaces, view }: Scope): Promise<void> {
  const { readClusterTargets } = await import('../../services/cluster-targets.ts');
  const { withYearly } = await import('./columns.ts');
  const columns = await import('./view-columns.ts');
  const client = await context.client();
  const query = {
    namespaces,
    view,
    labels: options.selector,
    where: options.where,
    managed: options.mode === undefined ? null : options.mode === 'autonomous',
    sort: options.sort,
    limit: options.limit ?? null,
    signal: context.signal,
  };
  const shown = () => ({
    columns: columns.viewColumns(context.now()),
    csvColumns: columns.viewCsvColumns(context.now()),
    nameOf: keyOf,
  });
  if (options.watch === true) {
    const { follow } = await import('../../output/stream.ts');
    const read = async () => {
      const { items, incomplete } = await readClusterTargets(client, query);
      return { ...shown(), rows: items, dataOf: withYearly, incomplete };
    };
    return follow(context, read, keyOf);
  }
  const { items, incomplete, unknown, ...facts } = await readClusterTargets(client, query);
  await present(context, {
    data: listData(
      items.map((item) => ({ ...item, ...withYearly(item) })),
      facts,
    ),
    rows: items,
    ...shown(),
    blocks: () => columns.viewBlocks(items, context.now()),
    empty: 'No target matches. trimtab targets -A lists all targets.',
    lacks: [...unknown, ...stillComputing(facts)],
    incomplete,
  });
}

export const targetsList = defineCommand<TargetsOptions>({
  name: 'targets',
  summary: 'list the targets of one or all namespaces',
  description: 'Lists targets with their status, utilization, predicted need and yearly figure.',
  options: [
    namespacesOption('the targets of this namespace'),
    option('-A, --all-namespaces', 'the targets of every namespace'),
    option('--mode <mode>', 'only this mode').choices(modeNames).argParser(modeName),
    option('--at-risk', 'OOM-killed this week, or short of CPU or memory'),
    option('--savings', 'only targets that can become cheaper'),
    option('--attention', 'only targets with a problem'),
    option('-l, --selector <labels>', 'only with these labels: team=payments'),
    option('--where <figures>', 'only with such figures: cpu>90,net>=1000'),
    completed(
      option('--sort <field>', 'a column; -name is descending').argParser(sortField).default('name'),
      [...everyServer, ...extended].flatMap((field) => [field, `-${field}`]),
    ),
    limitOption(),
    watchOption(),
  ],
  examples: {
    'trimtab targets -n storefront,checkout': 'the targets of two namespaces',
    'trimtab targets -A --savings --sort savings --limit 3': 'the three biggest savings of the cluster',
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
    const view = viewOf(options);
    if (view !== null)
      return printView(context, options, { namespaces: everywhere ? null : (options.namespace ?? null), view });
    const several = everywhere || (options.namespace?.length ?? 0) > 1;
    const { readTargetList } = await import('../../services/targets-list.ts');
    const columns = await import('./columns.ts');
    const client = await context.client();
    const query = {
      namespace: everywhere ? null : (options.namespace ?? null),
      mode: options.mode === undefined ? null : modes[options.mode],
      sort: options.sort,
      limit: options.limit ?? null,
      signal: context.signal,
    };
    const shown = {
      columns: columns.plainColumns(several),
      csvColumns: columns.csvColumns,
      nameOf: (target: { namespace: string; name: string }) => (several ? keyOf(target) : target.name),
    };
    if (options.watch === true) {
      const { follow } = await import('../../output/stream.ts');
      const read = async () => {
        const { items, incomplete } = await readTargetList(client, query);
        return { ...shown, rows: items, dataOf: columns.withYearly, incomplete };
      };
      return follow(context, read, keyOf);
    }
    const { items, incomplete, ...facts } = await readTargetList(client, query);
    await present(context, {
      data: listData(items.map(columns.withYearly), facts),
      rows: items,
      ...shown,
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
