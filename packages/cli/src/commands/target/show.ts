import { type Fact, factColumns } from '../../output/facts.ts';
import { defineTargetCommand } from '../define-target-command.ts';
import { option } from '../options.ts';

export const targetShow = defineTargetCommand<{ reportCard?: boolean }, Fact>({
  name: 'target',
  summary: 'show targets: usage, suggestion, pods and cost',
  description:
    'Shows targets as their pages in the console do: what to do and why, mode, scaling, replicas, the usage, requests and suggested ' +
    'requests of each container, predictions, expected peaks, kills and restarts, the price of other requests, reasons, pods and cost. ' +
    'JSON and YAML contain the target with the additional fields verdict, row (its row of the list), current, suggestion, pods, series, outlook, tradeOff and reliability; of several targets as items.',
  options: [option('--report-card', 'also how accurate forecasts and suggestions were')],
  examples: {
    'trimtab target cart -n storefront': 'everything about cart',
    'trimtab target cart -n storefront -o json | jq -r .suggestion.why': 'the reasons for the suggestion',
  },
  open: async (context, options) => {
    const now = context.now();
    const withReportCard = options.reportCard ?? false;
    const [{ getTarget }, { targetBlocks, targetData, targetLines }, { figureNotes }] = await Promise.all([
      import('../../services/target-get.ts'),
      import('./screen.ts'),
      import('./facts.ts'),
    ]);
    const client = await context.client();
    return async (target) => {
      const detail = await getTarget(client, target, { now, withReportCard });
      return {
        data: targetData(detail, now),
        rows: targetLines(detail, now),
        columns: factColumns,
        blocks: () => targetBlocks(detail, now),
        notes: [
          ...(detail.missingText === null ? [] : [detail.missingText]),
          ...figureNotes(detail),
          ...(detail.reportCard === null
            ? ['There is no report card: the server has none, or too little history.']
            : []),
        ],
        incomplete: detail.failures.length === 0 ? null : detail.failures.join(' '),
      };
    };
  },
});
