import type { ClusterTarget, TargetListItem, TargetView as TargetSelection } from '@trimtab/core';
import { InvalidArgumentError } from 'commander';
import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { listData, present, stillComputing } from '../../output/present.ts';
import type { View } from '../../output/view.ts';
import { defineCommand } from '../define.ts';
import {
  allNamespacesOption,
  clusterOption,
  completed,
  limitOption,
  namespacesOption,
  option,
  watchOption,
} from '../options.ts';
import { type Scope, wholeScopeOf } from '../scope.ts';

type TargetsOptions = {
  namespace?: string[];
  cluster?: string[];
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
function viewOf({ atRisk, savings, attention, selector, where, sort }: TargetsOptions): TargetSelection | null {
  const views = [atRisk && 'at-risk', savings && 'savings', attention && 'attention'] as const;
  const [view, other] = views.filter((one) => typeof one === 'string');
  if (other !== undefined) throw new UsageError('--at-risk, --savings and --attention cannot be combined.', 'Use one.');
  const needsAll = selector !== undefined || where !== undefined || extended.includes(sort.replace(/^[+-]/, ''));
  return view ?? (needsAll ? 'all' : null);
}

const keyOf = ({ namespace, name }: { namespace: string; name: string }): string => `${namespace}/${name}`;

type TargetView<Row> = View<Row> & { nameOf: (row: Row) => string; computing: boolean };

async function print<Row extends TargetListItem>(
  context: Context,
  isWatched: boolean,
  read: () => Promise<TargetView<Row>>,
): Promise<void> {
  if (!isWatched) {
    const { computing, lacks = [], ...view } = await read();
    const { readingNotes } = await import('../../services/reading-progress.ts');
    const reading = computing ? await readingNotes(await context.client()) : [];
    return present(context, { ...view, lacks: [...lacks, ...stillComputing({ computing }), ...reading] });
  }
  const [{ follow }, { withYearly }] = await Promise.all([import('../../output/stream.ts'), import('./columns.ts')]);
  const listing = async () => {
    const { computing, lacks = [], ...view } = await read();
    return { ...view, lacks: [...lacks, ...stillComputing({ computing }, true)], dataOf: withYearly };
  };
  return follow(context, listing, keyOf);
}

/** Reads the targets that the server selects. */
async function selectedReader(context: Context, options: TargetsOptions, scope: Scope, view: TargetSelection) {
  const { readClusterTargets } = await import('../../services/cluster-targets.ts');
  const { withYearly } = await import('./columns.ts');
  const { viewBlocks, viewColumns, viewCsvColumns } = await import('./view-columns.ts');
  const client = await context.client();
  return async (): Promise<TargetView<ClusterTarget>> => {
    const { items, incomplete, unknown, ...facts } = await readClusterTargets(client, {
      ...scope,
      view,
      labels: options.selector,
      where: options.where,
      managed: options.mode === undefined ? null : options.mode === 'autonomous',
      sort: options.sort,
      limit: options.limit ?? null,
    });
    const now = context.now();
    return {
      data: listData(items.map(withYearly), facts),
      rows: items,
      columns: viewColumns(now),
      csvColumns: viewCsvColumns(now),
      fields: viewCsvColumns(now),
      nameOf: keyOf,
      blocks: () => viewBlocks(items, now),
      empty: 'No target matches. trimtab targets -A lists all targets.',
      lacks: unknown,
      computing: facts.computing,
      incomplete,
    };
  };
}

/** Reads the targets with calls that every server has. */
async function plainReader(context: Context, options: TargetsOptions, { namespaces, clusters }: Scope) {
  const { readTargetList } = await import('../../services/targets-list.ts');
  const columns = await import('./columns.ts');
  const client = await context.client();
  const isOne = namespaces?.length === 1;
  return async (): Promise<TargetView<TargetListItem>> => {
    const { items, incomplete, ...facts } = await readTargetList(client, {
      namespace: namespaces,
      clusters,
      mode: options.mode === undefined ? null : modes[options.mode],
      sort: options.sort,
      limit: options.limit ?? null,
    });
    return {
      data: listData(items.map(columns.withYearly), facts),
      rows: items,
      columns: columns.plainColumns(!isOne),
      csvColumns: columns.csvColumns,
      fields: columns.csvColumns,
      nameOf: (target) => (isOne ? target.name : keyOf(target)),
      blocks: () => columns.targetListBlocks(items, !isOne),
      blockNotes: [...columns.netNotes(items), ...columns.observedNotes(items), ...columns.dashNotes(items)],
      notes: columns.parenthesisNotes(items),
      empty:
        namespaces === null
          ? 'There are no targets yet. To enroll workloads: trimtab enroll -n NAMESPACE --all'
          : `No targets in ${namespaces.join(', ')}. To list the workloads that can be enrolled: trimtab candidates -n ${namespaces[0]}`,
      computing: facts.computing,
      incomplete,
    };
  };
}

export const targetsList = defineCommand<TargetsOptions>({
  name: 'targets',
  summary: 'list the targets of one or all namespaces',
  description: 'Lists targets with their status, utilization, predicted need and yearly figure.',
  options: [
    namespacesOption('the targets of this namespace'),
    allNamespacesOption('the targets of every namespace'),
    clusterOption(),
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
    'trimtab targets -A --sort savings --limit 3': 'the three biggest savings',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial, exitCode.interrupted],
  run: async (context, options, _names, fromFlag) => {
    const scope = await wholeScopeOf(context, options, fromFlag);
    if (options.allNamespaces !== true && scope.namespaces === null && scope.clusters === undefined) {
      throw new UsageError(
        'No namespace was given.',
        'Add -n NAMESPACE, or -A for all. trimtab namespaces lists the namespaces.',
      );
    }
    const view = viewOf(options);
    const isWatched = options.watch === true;
    return view === null
      ? print(context, isWatched, await plainReader(context, options, scope))
      : print(context, isWatched, await selectedReader(context, options, scope, view));
  },
});
