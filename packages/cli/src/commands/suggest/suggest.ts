import { exitCode } from '../../exit-code.ts';
import { present } from '../../output/present.ts';
import { type Block, table } from '../../output/table.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption } from '../options.ts';
import { requiredTarget } from '../scope.ts';

export const suggestCreate = defineCommand<{ namespace?: string }>({
  name: 'suggest',
  summary: 'compute a suggestion for a target now',
  description:
    'Computes a suggestion for a target from its history, now, and shows it with its reasons. It is stored beside the ' +
    'earlier ones; nothing of the workload is changed.',
  arguments: [{ name: '<name>', description: 'the target; or NAMESPACE/NAME, without -n' }],
  options: [namespaceOption('the namespace of the target')],
  examples: [
    { line: 'trimtab suggest -n storefront cart', does: 'what cart should ask for, and why' },
    { line: 'trimtab suggest -n storefront cart -o json | jq -r .why', does: 'only the reasons, for a script' },
  ],
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied],
  run: async (context, options, [word = ''], fromFlag) => {
    const { namespace, name } = requiredTarget(word, {
      namespace: options.namespace,
      isTyped: fromFlag('namespace'),
    });
    const { createSuggestion } = await import('../../services/suggestion-create.ts');
    const suggestion = await createSuggestion(await context.client(), { namespace, name, signal: context.signal });
    const { adviceColumns, adviceRows } = await import('./columns.ts');
    const rows = adviceRows(suggestion);
    const why = suggestion.why === '' ? [] : [suggestion.why];
    await present(context, {
      data: suggestion,
      rows,
      columns: adviceColumns,
      blocks: () => [
        table(rows, adviceColumns, `${namespace}/${name}`),
        ...why.map((text): Block => ({ kind: 'paragraph', title: 'Why', text })),
      ],
      nameOf: () => name,
      empty: why[0] ?? 'The suggestion advises nothing.',
    });
  },
});
