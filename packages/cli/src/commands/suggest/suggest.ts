import { exitCode } from '../../exit-code.ts';
import { type Block, table } from '../../output/table.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption } from '../options.ts';
import { requiredTargets, targetsArgument } from '../scope.ts';

export const suggestCreate = defineCommand<{ namespace?: string }>({
  name: 'suggest',
  summary: 'compute suggestions for targets now',
  description:
    'Computes a suggestion for a target from its history and shows it with its reasons. The suggestion is stored; the ' +
    'workload is not changed.',
  arguments: [targetsArgument],
  options: [namespaceOption('the namespace of the target')],
  examples: {
    'trimtab suggest -n storefront cart': 'the suggested requests of cart and the reasons',
    'trimtab suggest -n storefront cart -o json | jq -r .why': 'only the reasons, for a script',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  run: async (context, options, words, fromFlag) => {
    const targets = requiredTargets(words, options.namespace, fromFlag('namespace'));
    const [{ createSuggestion }, { shownColumns, suggestionColumns, suggestionRows }, { presentEach }] =
      await Promise.all([
        import('../../services/suggestion-create.ts'),
        import('./columns.ts'),
        import('../several.ts'),
      ]);
    const client = await context.client();
    await presentEach(context, targets, async (target) => {
      const suggestion = await createSuggestion(client, target, context.signal);
      const rows = suggestionRows(suggestion);
      const why = suggestion.why === '' ? [] : [suggestion.why];
      return {
        data: suggestion,
        rows,
        columns: suggestionColumns,
        blocks: () => [
          table(rows, shownColumns(rows), `${target.namespace}/${target.name}`),
          ...why.map((text): Block => ({ kind: 'paragraph', title: 'Why', text })),
        ],
        nameOf: () => target.name,
        empty: why[0] ?? 'The suggestion contains no values.',
      };
    });
  },
});
