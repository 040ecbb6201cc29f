import { exitCode } from '../../exit-code.ts';
import { confirmed } from '../confirm.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption, yesOption } from '../options.ts';
import { requiredTarget } from '../scope.ts';

export const cleanupRun = defineCommand<{ namespace?: string; yes?: boolean }>({
  name: 'cleanup',
  summary: 'end the management of a target',
  description:
    'Ends the management of a target and removes what it left behind. The workload itself stays. Asks first; without a ' +
    'terminal it wants --yes. Prints nothing on stdout.',
  arguments: [{ name: '<name>', description: 'the target; or NAMESPACE/NAME, without -n' }],
  options: [namespaceOption('the namespace of the target'), yesOption('clean up without asking')],
  examples: [
    { line: 'trimtab cleanup -n storefront cart', does: 'asks, then ends the management of cart' },
    { line: 'trimtab cleanup -n storefront cart --yes', does: 'the same from a script' },
  ],
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.interrupted],
  run: async (context, options, [word = ''], fromFlag) => {
    const { namespace, name } = requiredTarget(word, {
      namespace: options.namespace,
      isTyped: fromFlag('namespace'),
    });
    const goOn = await confirmed(context, {
      yes: options.yes,
      question: `End the management of ${namespace}/${name} and remove what it left behind?`,
      refusal: 'Nothing was cleaned up.',
    });
    if (!goOn) return;
    const { cleanUp } = await import('../../services/target-cleanup.ts');
    await cleanUp(await context.client(), { namespace, name, signal: context.signal });
    await context.stderr.text(`${namespace}/${name} is managed no longer.\n`);
  },
});
