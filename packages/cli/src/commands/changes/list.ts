import type { ChangeEvent } from '@trimtab/core';
import { InvalidArgumentError } from 'commander';
import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { listData, present } from '../../output/present.ts';
import { defineCommand } from '../define.ts';
import {
  allNamespacesOption,
  clusterOption,
  completed,
  duration,
  limitOption,
  namespacesOption,
  option,
} from '../options.ts';
import { requiredTargets, scopeOf, wholeScopeOf } from '../scope.ts';

type ChangesOptions = {
  namespace?: string[];
  cluster?: string[];
  allNamespaces?: boolean;
  since: number;
  kind?: ChangeEvent[];
  limit?: number;
};

// Repeated here instead of imported from core, because --help must not load core.
const kinds = ['resources', 'replicas', 'image', 'suggestion', 'export', 'enrolled', 'unenrolled'] as const;
/** Suggestions are frequent, and by themselves change nothing in the cluster. */
const usualKinds = kinds.filter((kind) => kind !== 'suggestion');

function kindList(text: string, before: readonly ChangeEvent[] = []): ChangeEvent[] {
  const found = text.split(',').map((name) => kinds.find((kind) => kind === name.trim()));
  if (found.includes(undefined)) throw new InvalidArgumentError(`Allowed choices are ${kinds.join(', ')}.`);
  return [...new Set([...before, ...found.flatMap((kind) => kind ?? [])])];
}

export const changesList = defineCommand<ChangesOptions>({
  name: 'changes',
  summary: 'list what changed, and whether it helped',
  description:
    'Lists changes of requests, limits, replicas and images in the cluster, exports and enrollments, newest first. VERDICT ' +
    'compares the day or week after a change of resources with the time before; -o wide adds a sentence.',
  arguments: [
    { name: '[names...]', description: 'only these targets, or NAMESPACE/NAME without -n', choices: 'targets' },
  ],
  options: [
    namespacesOption('only the targets of this namespace'),
    allNamespacesOption('of every namespace; the default without -n'),
    clusterOption(),
    option('--since <time>', 'how far back: 90m, 12h, 7d, 2w')
      .argParser(duration('Use a time such as 90m, 12h, 7d or 2w.'))
      .default(604_800_000, '7d'),
    completed(option('--kind <kinds>', 'only these, such as resources,suggestion').argParser(kindList), kinds),
    limitOption(),
  ],
  examples: {
    'trimtab changes --since 12h': 'what happened last night',
    'trimtab changes storefront/cart --since 30d': 'the history of a target',
    'trimtab patch storefront/cart --undo ID > undo.yaml': 'the patch that undoes a change',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  run: async (context, options, words, fromFlag) => {
    if (fromFlag('allNamespaces') && (fromFlag('namespace') || words.length > 0)) {
      throw new UsageError('-A cannot be combined with a target or -n.', 'Use one of them.');
    }
    const [only, ...others] = options.namespace ?? [];
    const { namespaces, clusters } =
      words.length > 0
        ? await scopeOf(context, options, fromFlag, words)
        : await wholeScopeOf(context, options, fromFlag);
    if (words.length > 0 && others.length > 0)
      throw new UsageError('Names without a namespace need exactly one -n.', 'Use NAMESPACE/NAME.');
    const targets = requiredTargets(words, only, fromFlag('namespace'));
    const now = context.now();
    const { readChanges } = await import('../../services/changes-read.ts');
    const { changeBlocks, changeColumns, changeCsvColumns } = await import('./columns.ts');
    const { items, total, unknown } = await readChanges(await context.client(), {
      scopes:
        words.length > 0
          ? targets
          : namespaces === null
            ? [{ clusters }]
            : namespaces.map((namespace) => ({ namespace })),
      events: options.kind ?? usualKinds,
      start: now - options.since,
      limit: options.limit ?? null,
    });
    await present(context, {
      data: listData(items, { total }),
      rows: items,
      columns: changeColumns(now),
      csvColumns: changeCsvColumns(now),
      fields: changeCsvColumns(now),
      nameOf: ({ id }) => id,
      blocks: () => changeBlocks(items, now),
      empty: 'Nothing was recorded in this time. --since 30d looks further back, --kind suggestion lists suggestions.',
      lacks: unknown,
    });
  },
});
