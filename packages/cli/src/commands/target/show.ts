import { exitCode } from '../../exit-code.ts';
import { factColumns } from '../../output/facts.ts';
import { present } from '../../output/present.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption } from '../options.ts';
import { requiredTarget, targetArgument } from '../scope.ts';

export const targetShow = defineCommand<{ namespace?: string }>({
  name: 'target',
  summary: 'show one target: usage, suggestion, pods and cost',
  description:
    'Shows one target as its page in the console does: mode, scaling, replicas, the usage, requests and suggested ' +
    'requests of each container, predictions, expected peaks, the price of other requests, reasons, pods and cost. ' +
    'JSON and YAML contain the target with the additional fields row (its row of the list), current, suggestion, pods, series, outlook and tradeOff.',
  arguments: [targetArgument],
  options: [namespaceOption('the namespace of the target')],
  examples: {
    'trimtab target cart -n storefront': 'everything about cart',
    'trimtab target cart -n storefront -o json | jq -r .suggestion.why': 'the reasons for the suggestion',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  run: async (context, options, [word = ''], fromFlag) => {
    const target = requiredTarget(word, options.namespace, fromFlag('namespace'));
    const now = context.now();
    const { getTarget } = await import('../../services/target-get.ts');
    const detail = await getTarget(await context.client(), target, { signal: context.signal, now });
    const { targetBlocks, targetLines } = await import('./screen.ts');
    const { withYearly } = await import('../targets/columns.ts');
    const { found, spec, row, current, suggestion, pods, series, outlook, tradeOff } = detail;
    await present(context, {
      data: {
        ...(found ?? { target: null, aiscaletarget: spec }),
        row: row && withYearly(row),
        current,
        suggestion,
        pods,
        series,
        outlook,
        tradeOff,
      },
      rows: targetLines(detail, now),
      columns: factColumns,
      blocks: () => targetBlocks(detail, now),
      nameOf: () => target.name,
      notes: detail.missingText === null ? [] : [detail.missingText],
      incomplete: detail.failures.length === 0 ? null : detail.failures.join(' '),
    });
  },
});
