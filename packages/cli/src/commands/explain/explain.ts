import { factColumns } from '../../output/facts.ts';
import { defineTargetCommand } from '../define-target-command.ts';

export const explainTarget = defineTargetCommand({
  name: 'explain',
  summary: 'show why targets need a change, and how sure it is',
  description:
    'Shows what to do with a target, how far its samples support that, and the distribution of its usage with the ' +
    'request, the suggestion, the 98th percentile, the peak and the limit. Then come the reasons. A terminal shows the ' +
    'distribution as a histogram. JSON and YAML contain verdict, confidence and explanation.',
  examples: {
    'trimtab explain storefront/cart': 'why the suggestion for cart is as it is',
    'trimtab explain -n storefront cart --jq .confidence.level': 'only how sure it is',
  },
  open: async (context) => {
    const [{ getTarget }, { explainBlocks, explainData, explainLines }] = await Promise.all([
      import('../../services/target-get.ts'),
      import('./screen.ts'),
    ]);
    const now = context.now();
    const client = await context.client();
    return async (target) => {
      const detail = await getTarget(client, target, { now });
      const isUnexplained = detail.suggestion !== null && detail.explanation === null;
      return {
        data: explainData(detail, now),
        rows: explainLines(detail, now),
        columns: factColumns,
        blocks: () => explainBlocks(detail, now),
        notes: isUnexplained ? ['This server does not explain suggestions.'] : [],
        incomplete: detail.failures.length === 0 ? null : detail.failures.join(' '),
      };
    };
  },
});
