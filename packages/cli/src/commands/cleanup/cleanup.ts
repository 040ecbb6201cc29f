import { confirmed } from '../../confirm.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError } from '../../failure.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption, yesOption } from '../options.ts';
import { requiredTargets, targetsArgument } from '../scope.ts';

export const cleanupRun = defineCommand<{ namespace?: string; yes?: boolean }>({
  name: 'cleanup',
  summary: 'un-enroll targets: stop managing them',
  description:
    'Un-enrolls targets and removes everything that Trimtab created for them. The workloads themselves stay. Asks first; ' +
    'without a terminal --yes is required. Prints nothing on stdout.',
  arguments: [targetsArgument],
  options: [namespaceOption('the namespace of the target'), yesOption('un-enroll without a question')],
  examples: {
    'trimtab cleanup -n storefront cart': 'asks, then un-enrolls cart',
    'trimtab cleanup -n storefront cart --yes': 'the same from a script, without a question',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial, exitCode.interrupted],
  run: async (context, options, words, fromFlag) => {
    const targets = requiredTargets(words, options.namespace, fromFlag('namespace'));
    const titles = targets.map(({ namespace, name }) => `${namespace}/${name}`);
    const isConfirmed = await confirmed(context, {
      yes: options.yes,
      question: `Un-enroll ${titles.join(', ')} and remove everything that Trimtab created for ${titles.length === 1 ? 'it' : 'them'}?`,
      refusal: 'Nothing was un-enrolled.',
    });
    if (!isConfirmed) return;
    const [{ cleanUp }, { forEachTarget }, { joinSteps, repeatTargets }] = await Promise.all([
      import('../../services/target-cleanup.ts'),
      import('../several.ts'),
      import('../repeat.ts'),
    ]);
    const client = await context.client();
    const { incomplete, next, repeatable } = await forEachTarget(context, targets, async (target) => {
      await cleanUp(client, target);
      await context.stderr.text(`${target.namespace}/${target.name} is un-enrolled.\n`);
    });
    if (incomplete === null) return;
    const repeat = repeatTargets('cleanup', repeatable, { yes: options.yes });
    throw new CliError(incomplete, exitCode.partial, joinSteps(next, repeat));
  },
});
