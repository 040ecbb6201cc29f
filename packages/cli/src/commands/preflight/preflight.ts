import { exitCode } from '../../exit-code.ts';
import { CliError, UsageError } from '../../failure.ts';
import { column } from '../../output/table.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption } from '../options.ts';
import { apiVersionOf, kindOf } from './workload-kind.ts';

function workloadOf(word: string) {
  const [kind = '', name = '', ...more] = word.split('/');
  if (kind !== '' && name !== '' && more.length === 0)
    return { name, api_version: apiVersionOf(kind), kind: kindOf(kind) };
  throw new UsageError(`"${word}" is not the name of a workload.`, 'Use KIND/NAME, such as deployment/cart.');
}

const paragraph = (title: string, text: string) => ({ kind: 'paragraph', title, text }) as const;
const numbered = (title: string, texts: readonly string[]) =>
  texts.map((text, index) => paragraph(texts.length === 1 ? title : `${title} ${index + 1}`, text));

export const preflightRun = defineCommand<{ namespace?: string }>({
  name: 'preflight',
  summary: 'check whether workloads are ready for enrollment',
  description:
    'Checks whether workloads are ready for enrollment, and changes nothing. If one is not, each reason is a line, and ' +
    'the exit code is 5. A workload can be enrolled before all reasons are gone. Notes name other tools that set the ' +
    'requests, and what to change before a suggestion is applied.',
  arguments: [
    { name: '<workloads...>', description: 'the workloads as KIND/NAME; short kinds such as deploy are accepted' },
  ],
  options: [namespaceOption('the namespace of the workload')],
  examples: {
    'trimtab preflight -n storefront deployment/newsletter-signup': 'checks whether it is ready',
    'trimtab preflight -n checkout deploy/gift-wrap -o json | jq .reasons':
      'the reasons why it is not ready, for a script',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  run: async (context, options, words) => {
    const named = [...new Set(words)].map(workloadOf);
    const { namespace } = options;
    if (namespace === undefined) {
      throw new UsageError(
        'No namespace was given.',
        'Add -n NAMESPACE. A workload is KIND/NAME, such as deployment/cart.',
      );
    }
    const workloads = named.map((workload) => ({ namespace, ...workload }));
    const isOne = workloads.length === 1;
    const client = await context.client();
    const { presentEach } = await import('../several.ts');
    const refused: string[] = [];
    await presentEach(context, workloads, async (workload) => {
      const { name } = workload;
      const data = await client.targets.preflight({ scaleTargetRef: workload });
      const { reasons, notes = [] } = data;
      if (!data.eligible) refused.push(name);
      const title = isOne ? '' : `${namespace}/${name} · `;
      return {
        data,
        rows: [...(data.eligible ? ['ready for enrollment'] : reasons), ...notes.map((text) => `note: ${text}`)].map(
          (reason) => ({ name, reason }),
        ),
        columns: [
          ...(isOne ? [column('name', 'WORKLOAD', () => name, { minimum: 12 })] : []),
          column('reason', data.eligible || !isOne ? 'RESULT' : 'REASON', (row: { reason: string }) => row.reason, {
            minimum: 20,
          }),
        ],
        blocks: () => [
          ...(data.eligible
            ? [paragraph(`${namespace}/${name}`, 'This workload is ready for enrollment.')]
            : numbered(`${title}Reason`, reasons)),
          ...numbered(`${title}Before you apply a suggestion`, notes),
        ],
        empty: isOne ? 'It is not ready for enrollment, and the API gave no reason.' : '',
      };
    });
    if (refused.length > 0) {
      const are = refused.length === 1 ? 'is' : 'are';
      throw new CliError(
        `${refused.toSorted().join(', ')} ${are} not ready for enrollment in ${namespace}.`,
        exitCode.partial,
      );
    }
  },
});
