import type { CostRange } from '@trimtab/core';
import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { listData, present, stillComputing } from '../../output/present.ts';
import { defineCommand } from '../define.ts';
import { allNamespacesOption, clusterOption, namespacesOption, option } from '../options.ts';
import { type Scope, wholeScopeOf } from '../scope.ts';

// The same list as in core, repeated so that --help does not load core.
const ranges = ['projected', 'last-month', '3-months', 'last-year'] as const satisfies readonly CostRange[];

async function showProjection(context: Context, { namespaces: namespace, clusters }: Scope): Promise<void> {
  const { readCostProjection } = await import('../../services/costs-read.ts');
  const view = await import('./projection-view.ts');
  const { netNotes, parenthesisNotes, withYearly } = await import('../targets/columns.ts');
  const { items, incomplete, rows, totals, ...facts } = await readCostProjection(await context.client(), {
    namespace,
    clusters,
  });
  await present(context, {
    data: listData(items.map(withYearly), facts),
    rows,
    columns: view.projectionColumns,
    blocks: () => view.projectionBlocks(rows),
    nameOf: ({ target }) => (namespace?.length === 1 ? target.name : `${target.namespace}/${target.name}`),
    notes: [...view.projectionNotes(totals), ...parenthesisNotes(rows.map(({ target }) => target))],
    blockNotes: netNotes(rows.map(({ target }) => target)),
    lacks: stillComputing(facts),
    empty: 'No target has a cost figure yet.',
    incomplete,
  });
}

/** The past is not known by namespace, so a namespace of the context or a variable does not limit it. */
const wholeNote = (namespaces: readonly string[] | null): string[] =>
  namespaces === null ? [] : [`The past covers all namespaces, not only ${namespaces.join(', ')}.`];

async function showHistory(context: Context, range: CostRange, { namespaces, clusters }: Scope): Promise<void> {
  const { readCostHistory } = await import('../../services/costs-read.ts');
  const view = await import('./history-view.ts');
  const history = await readCostHistory(await context.client(), { range, clusters, now: context.now() });
  await present(context, {
    data: history.analysis,
    rows: history.bars,
    columns: view.historyColumns,
    blocks: () => view.historyBlocks({ range, ...history }),
    nameOf: ({ timestamp }) => timestamp,
    notes: view.historyNotes(history.bars),
    lacks: [...wholeNote(namespaces), ...(history.analysis.incomplete ?? [])],
    empty: 'The API has no cost history yet. For yearly figures from current usage: trimtab costs --range projected',
  });
}

async function showNodes(context: Context, { clusters }: Scope): Promise<void> {
  const client = await context.client();
  const { refuseMissingCall } = await import('../../services/missing-call.ts');
  const { groupColumns, nodeNotes, nodeTables } = await import('./nodes-view.ts');
  const refuse = refuseMissingCall(client, 'costs.nodes', 'This API cannot list the nodes of the cluster.');
  const costs = await client.costs.nodes({ clusters }).catch(refuse);
  const tables = nodeTables(costs);
  await present(context, {
    data: costs,
    rows: costs.groups,
    columns: groupColumns,
    blocks: () => [tables.nodes, tables.packed],
    more: () => [tables.packed],
    nameOf: (group) => group.instance_type ?? 'unknown',
    notes: costs.groups.length === 0 ? [] : nodeNotes(costs),
    lacks: costs.incomplete ?? [],
    empty: 'The nodes of the cluster are not known.',
  });
}

export const costsShow = defineCommand<{
  namespace?: string[];
  cluster?: string[];
  allNamespaces?: boolean;
  range?: CostRange;
  nodes?: true;
}>({
  name: 'costs',
  summary: 'show savings and waste',
  description:
    'Shows savings and waste. The range projected extrapolates the present to a year, for each target. The other ranges ' +
    'show the past by month, week or day. The past covers the whole cluster, so -n works only with projected. --nodes ' +
    'shows the real nodes, their prices, and how many the pods need.',
  options: [
    namespacesOption('only this namespace, projected only'),
    allNamespacesOption('every namespace; the default without -n'),
    clusterOption(),
    option('--range <range>', 'the period (default: last-year; with -n: projected)').choices(ranges),
    option('--nodes', 'the nodes, their prices, and how many the pods need'),
  ],
  examples: {
    'trimtab costs': 'the last twelve months and the targets that saved most',
    'trimtab costs --nodes': 'what the suggestions save in whole nodes',
    'trimtab costs -n storefront --range projected': 'the yearly waste and savings of storefront',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  run: async (context, { range, nodes, ...options }, _names, fromFlag) => {
    if (nodes && (fromFlag('range') || fromFlag('namespace')))
      throw new UsageError('--nodes shows whole clusters as they are now.', 'Remove -n and --range.');
    if (fromFlag('range') && fromFlag('namespace') && range !== 'projected') {
      throw new UsageError(
        'The API has no cost history of a single namespace.',
        'Remove -n, or use --range projected.',
      );
    }
    const scope = await wholeScopeOf(context, options, fromFlag);
    if (nodes) return showNodes(context, scope);
    const history = range ?? (scope.namespaces === null ? 'last-year' : 'projected');
    return history === 'projected' || fromFlag('namespace')
      ? showProjection(context, scope)
      : showHistory(context, history, scope);
  },
});
