import { type Block, table } from '../../output/table.ts';
import { defineTargetCommand } from '../define-target-command.ts';

export const suggestCreate = defineTargetCommand({
  name: 'suggest',
  summary: 'compute suggestions for targets now',
  description:
    'Computes a suggestion for a target from its history and shows it with its reasons. The suggestion is stored; the ' +
    'workload is not changed.',
  examples: {
    'trimtab suggest -n storefront cart': 'the suggested requests of cart and the reasons',
    'trimtab suggest -n storefront cart -o json | jq -r .why': 'only the reasons, for a script',
  },
  open: async (context) => {
    const [{ createSuggestion }, { visibleSuggestionColumns, suggestionColumns, suggestionRows }] = await Promise.all([
      import('../../services/suggestion-create.ts'),
      import('./columns.ts'),
    ]);
    const client = await context.client();
    return async (target) => {
      const suggestion = await createSuggestion(client, target);
      const rows = suggestionRows(suggestion);
      const why = suggestion.why === '' ? [] : [suggestion.why];
      return {
        data: suggestion,
        rows,
        columns: suggestionColumns,
        blocks: () => [
          table(rows, visibleSuggestionColumns(rows), `${target.namespace}/${target.name}`),
          ...why.map((text): Block => ({ kind: 'paragraph', title: 'Why', text })),
        ],
        empty: why[0] ?? 'The suggestion contains no values.',
      };
    };
  },
});
