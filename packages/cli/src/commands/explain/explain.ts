import { exitCode } from '../../exit-code.ts';
import { factColumns } from '../../output/facts.ts';
import { present } from '../../output/present.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption } from '../options.ts';
import { requiredTarget, targetArgument } from '../scope.ts';

export const explainTarget = defineCommand<{ namespace?: string }>({
  name: 'explain',
  summary: 'show why a target needs a change, and how sure it is',
  description:
    'Shows what to do with a target, how far its samples support that, and the distribution of its usage with the ' +
    'request, the suggestion, the 98th percentile, the peak and the limit. Then come the reasons. A terminal shows the ' +
    'distribution as a histogram. JSON and YAML contain verdict, confidence and explanation.',
  arguments: [targetArgument],
  options: [namespaceOption('the namespace of the target')],
  examples: {
    'trimtab explain storefront/cart': 'why the suggestion for cart is as it is',
    'trimtab explain -n storefront cart --jq .confidence.level': 'only how sure it is',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  run: async (context, options, [word = ''], fromFlag) => {
    const target = requiredTarget(word, options.namespace, fromFlag('namespace'));
    const { getTarget } = await import('../../services/target-get.ts');
    const now = context.now();
    const detail = await getTarget(await context.client(), target, { now, signal: context.signal });
    const { explainBlocks, explainData, explainLines } = await import('./screen.ts');
    const isUnexplained = detail.suggestion !== null && detail.explanation === null;
    await present(context, {
      data: explainData(detail, now),
      rows: explainLines(detail, now),
      columns: factColumns,
      blocks: () => explainBlocks(detail, now),
      nameOf: () => target.name,
      notes: isUnexplained ? ['This server does not explain suggestions.'] : [],
      incomplete: detail.failures.length === 0 ? null : detail.failures.join(' '),
    });
  },
});
