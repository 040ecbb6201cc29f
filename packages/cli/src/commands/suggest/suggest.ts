import { exitCode } from '../../exit-code.ts';
import { present } from '../../output/present.ts';
import { type Block, table } from '../../output/table.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption } from '../options.ts';
import { requiredTarget, targetArgument } from '../scope.ts';

export const suggestCreate = defineCommand<{ namespace?: string }>({
  name: 'suggest',
  summary: 'compute a suggestion for a target now',
  description:
    'Computes a suggestion for a target from its history and shows it with its reasons. The suggestion is stored; the ' +
    'workload is not changed.',
  arguments: [targetArgument],
  options: [namespaceOption('the namespace of the target')],
  examples: {
    'trimtab suggest -n storefront cart': 'the suggested requests of cart and the reasons',
    'trimtab suggest -n storefront cart -o json | jq -r .why': 'only the reasons, for a script',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied],
  run: async (context, options, [word = ''], fromFlag) => {
    const target = requiredTarget(word, options.namespace, fromFlag('namespace'));
    const { createSuggestion } = await import('../../services/suggestion-create.ts');
    const suggestion = await createSuggestion(await context.client(), target, context.signal);
    const { shownColumns, suggestionColumns, suggestionRows } = await import('./columns.ts');
    const rows = suggestionRows(suggestion);
    const why = suggestion.why === '' ? [] : [suggestion.why];
    await present(context, {
      data: suggestion,
      rows,
      columns: suggestionColumns,
      blocks: () => [
        table(rows, shownColumns(rows), `${target.namespace}/${target.name}`),
        ...why.map((text): Block => ({ kind: 'paragraph', title: 'Why', text })),
      ],
      nameOf: () => target.name,
      empty: why[0] ?? 'The suggestion contains no values.',
    });
  },
});
