import type { TargetName } from '@trimtab/core';
import type { Context } from '../context.ts';
import { exitCode } from '../exit-code.ts';
import type { View } from '../output/view.ts';
import { type CommandDefinition, type CommandMaker, defineCommand } from './define.ts';
import { namespaceOption } from './options.ts';
import { requiredTargets, targetsArgument } from './scope.ts';

type ViewOf<Row extends object> = (target: TargetName) => Promise<View<Row>>;

type TargetCommand<Options, Row extends object> = Omit<
  CommandDefinition<Options>,
  'arguments' | 'exitCodes' | 'run' | 'writesFile'
> & {
  /** Loads what the command needs. Returns a function that reads one target. */
  open: (context: Context, options: Options) => Promise<ViewOf<Row>>;
};

/** A command that shows a view of each target. */
export function defineTargetCommand<Options extends object, Row extends object>({
  open,
  options: own = [],
  ...definition
}: TargetCommand<Options, Row>): CommandMaker {
  return defineCommand<Options & { namespace?: string }>({
    ...definition,
    arguments: [targetsArgument],
    options: [namespaceOption('the namespace of the target'), ...own],
    exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
    run: async (context, options, words, fromFlag) => {
      const targets = requiredTargets(words, options.namespace, fromFlag('namespace'));
      const [viewOf, { presentEach }] = await Promise.all([open(context, options), import('./several.ts')]);
      await presentEach(context, targets, viewOf);
    },
  });
}
