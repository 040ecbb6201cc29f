import { confirmed } from '../../confirm.ts';
import { exitCode } from '../../exit-code.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption, yesOption } from '../options.ts';
import { requiredTarget, targetArgument } from '../scope.ts';

export const cleanupRun = defineCommand<{ namespace?: string; yes?: boolean }>({
  name: 'cleanup',
  summary: 'stop managing a target',
  description:
    'Stops managing a target and removes everything that Trimtab created for it. The workload itself stays. Asks first; ' +
    'without a terminal --yes is required. Prints nothing on stdout.',
  arguments: [targetArgument],
  options: [namespaceOption('the namespace of the target'), yesOption('clean up without a question')],
  examples: {
    'trimtab cleanup -n storefront cart': 'asks, then stops managing cart',
    'trimtab cleanup -n storefront cart --yes': 'the same from a script, without a question',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.interrupted],
  run: async (context, options, [word = ''], fromFlag) => {
    const target = requiredTarget(word, options.namespace, fromFlag('namespace'));
    const title = `${target.namespace}/${target.name}`;
    const isConfirmed = await confirmed(context, {
      yes: options.yes,
      question: `Stop managing ${title} and remove everything that Trimtab created for it?`,
      refusal: 'Nothing was cleaned up.',
    });
    if (!isConfirmed) return;
    const { cleanUp } = await import('../../services/target-cleanup.ts');
    await cleanUp(await context.client(), target, context.signal);
    await context.stderr.text(`${title} is no longer managed.\n`);
  },
});
