import { exitCode } from '../../exit-code.ts';
import { factColumns } from '../../output/facts.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption } from '../options.ts';
import { requiredTargets, targetsArgument } from '../scope.ts';

export const explainTarget = defineCommand<{ namespace?: string }>({
  name: 'explain',
  summary: 'show why targets need a change, and how sure it is',
  description:
    'Shows what to do with a target, how far its samples support that, and the distribution of its usage with the ' +
    'request, the suggestion, the 98th percentile, the peak and the limit. Then come the reasons. A terminal shows the ' +
    'distribution as a histogram. JSON and YAML contain verdict, confidence and explanation.',
  arguments: [targetsArgument],
  options: [namespaceOption('the namespace of the target')],
  examples: {
    'trimtab explain storefront/cart': 'why the suggestion for cart is as it is',
    'trimtab explain -n storefront cart --jq .confidence.level': 'only how sure it is',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  run: async (context, options, words, fromFlag) => {
    const targets = requiredTargets(words, options.namespace, fromFlag('namespace'));
    const [{ getTarget }, { explainBlocks, explainData, explainLines }, { presentEach }] = await Promise.all([
      import('../../services/target-get.ts'),
      import('./screen.ts'),
      import('../several.ts'),
    ]);
    const { signal } = context;
    const now = context.now();
    const client = await context.client();
    await presentEach(context, targets, async (target) => {
      const detail = await getTarget(client, target, { now, signal });
      const isUnexplained = detail.suggestion !== null && detail.explanation === null;
      return {
        data: explainData(detail, now),
        rows: explainLines(detail, now),
        columns: factColumns,
        blocks: () => explainBlocks(detail, now),
        nameOf: () => target.name,
        notes: isUnexplained ? ['This server does not explain suggestions.'] : [],
        incomplete: detail.failures.length === 0 ? null : detail.failures.join(' '),
      };
    });
  },
});
