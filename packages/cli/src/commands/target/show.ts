import { exitCode } from '../../exit-code.ts';
import { factColumns } from '../../output/facts.ts';
import { present } from '../../output/present.ts';
import { column, type TextColumn } from '../../output/table.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption, option } from '../options.ts';
import { requiredTarget } from '../scope.ts';

const targetColumn: TextColumn<{ target: string }> = column('target', 'TARGET', ({ target }) => target);

export const targetShow = defineCommand<{ namespace?: string; reportCard?: boolean }>({
  name: 'target',
  summary: 'show targets: usage, suggestion, pods and cost',
  description:
    'Shows targets as their pages in the console do: what to do and why, mode, scaling, replicas, the usage, requests and suggested ' +
    'requests of each container, predictions, expected peaks, kills and restarts, the price of other requests, reasons, pods and cost. ' +
    'JSON and YAML contain the target with the additional fields verdict, row (its row of the list), current, suggestion, pods, series, outlook, tradeOff and reliability; of several targets as items.',
  arguments: [{ name: '<names...>', description: 'the targets, or NAMESPACE/NAME without -n', choices: 'targets' }],
  options: [
    namespaceOption('the namespace of the target'),
    option('--report-card', 'also how past forecasts and suggestions did'),
  ],
  examples: {
    'trimtab target cart -n storefront': 'everything about cart',
    'trimtab target cart -n storefront -o json | jq -r .suggestion.why': 'the reasons for the suggestion',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  run: async (context, options, words, fromFlag) => {
    const targets = words.map((word) => requiredTarget(word, options.namespace, fromFlag('namespace')));
    const now = context.now();
    const withReportCard = options.reportCard ?? false;
    const { signal } = context;
    const { getTarget } = await import('../../services/target-get.ts');
    const client = await context.client();
    const details = await Promise.all(
      targets.map((target) => getTarget(client, target, { signal, now, withReportCard })),
    );
    const { targetBlocks, targetData, targetLines } = await import('./screen.ts');
    const { figureNotes } = await import('./facts.ts');
    const [first, ...more] = details.map((detail) => targetData(detail, now));
    const rows = details.flatMap((detail) => {
      const target = `${detail.spec.namespace}/${detail.spec.name}`;
      return targetLines(detail, now).map((line) => ({ ...line, target }));
    });
    const failures = details.flatMap((detail) => detail.failures);
    await present(context, {
      data: more.length === 0 ? first : { items: [first, ...more] },
      rows,
      columns: more.length === 0 ? factColumns : [targetColumn, ...factColumns],
      blocks: () => details.flatMap((detail) => targetBlocks(detail, now)),
      nameOf: ({ target }) => (more.length === 0 ? (targets[0]?.name ?? '') : target),
      notes: details.flatMap((detail) => [
        ...(detail.missingText === null ? [] : [detail.missingText]),
        ...figureNotes(detail),
        ...(detail.reportCard === null ? ['There is no report card: the server has none, or too little history.'] : []),
      ]),
      incomplete: failures.length === 0 ? null : failures.join(' '),
    });
  },
});
