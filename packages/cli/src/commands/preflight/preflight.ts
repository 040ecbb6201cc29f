import { exitCode } from '../../exit-code.ts';
import { CliError, UsageError } from '../../failure.ts';
import { present } from '../../output/present.ts';
import { column } from '../../output/table.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption } from '../options.ts';
import { requiredNamespace } from '../scope.ts';
import { apiVersionOf, kindOf } from './workload-kind.ts';

export const preflightRun = defineCommand<{ namespace?: string }>({
  name: 'preflight',
  summary: 'check whether a workload can be enrolled',
  description:
    'Checks whether a workload can be enrolled, and changes nothing. If it cannot, each reason is a line, and the exit ' +
    'code is 5.',
  arguments: [
    { name: '<workload>', description: 'the workload as KIND/NAME; short kinds such as deploy are accepted' },
  ],
  options: [namespaceOption('the namespace of the workload')],
  examples: {
    'trimtab preflight -n storefront deployment/cart': 'checks whether cart can be enrolled',
    'trimtab preflight -n storefront deploy/cart -o json | jq .reasons':
      'the reasons why it cannot be enrolled, for a script',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  run: async (context, options, [word = '']) => {
    const namespace = requiredNamespace(options.namespace);
    const [kind = '', name = '', ...more] = word.split('/');
    if (kind === '' || name === '' || more.length > 0) {
      throw new UsageError(`"${word}" is not the name of a workload.`, 'Use KIND/NAME, such as deployment/cart.');
    }
    const client = await context.client();
    const scaleTargetRef = { namespace, name, api_version: apiVersionOf(kind), kind: kindOf(kind) };
    const data = await client.targets.preflight({ scaleTargetRef }, { signal: context.signal });
    const { reasons } = data;
    await present(context, {
      data,
      rows: data.eligible ? ['can be enrolled'] : reasons,
      columns: [
        column('name', 'WORKLOAD', () => name, { minimum: 12 }),
        column('reason', data.eligible ? 'RESULT' : 'REASON', (reason: string) => reason, { minimum: 20 }),
      ],
      blocks: () =>
        data.eligible
          ? [{ kind: 'paragraph', title: `${namespace}/${name}`, text: 'This workload can be enrolled.' }]
          : reasons.map((text, index) => ({
              kind: 'paragraph',
              title: reasons.length === 1 ? 'Reason' : `Reason ${index + 1}`,
              text,
            })),
      empty: 'It cannot be enrolled, and the API gave no reason.',
    });
    if (!data.eligible) throw new CliError(`${name} cannot be enrolled in ${namespace}.`, exitCode.partial);
  },
});
