import type { LimitPolicy } from '@trimtab/core';
import { confirmed } from '../../confirm.ts';
import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption, yesOption } from '../options.ts';
import { requiredTarget, targetArgument } from '../scope.ts';

/** Null: as configured for the server. */
const policies = new Map<string, LimitPolicy | null>([
  ['keep', 'keep'],
  ['ratio', 'ratio'],
  ['equal', 'equal'],
  ['server', null],
]);

export const limitsRun = defineCommand<{ namespace?: string; yes?: boolean }>({
  name: 'limits',
  summary: 'show or set what happens to the limits of a target',
  description:
    'Shows or sets what happens to limits when requests change. keep: a limit stays, unless the request is above it; ' +
    'ratio: limit ÷ request stays; equal: the memory limit is the memory request; server: as configured for the server. ' +
    'Setting asks first; without a terminal --yes is required.',
  arguments: [
    targetArgument,
    { name: '[policy]', description: 'keep, ratio, equal or server', choices: [...policies.keys()] },
  ],
  options: [namespaceOption('the namespace of the target'), yesOption('set it without a question')],
  examples: {
    'trimtab limits shop/cart': 'the policy of cart',
    'trimtab limits shop/cart ratio --yes': 'sets another policy, from a script',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied],
  run: async (context, options, [word = '', wanted], fromFlag) => {
    const target = requiredTarget(word, options.namespace, fromFlag('namespace'));
    const policy = wanted === undefined ? undefined : policies.get(wanted);
    if (wanted !== undefined && policy === undefined) {
      throw new UsageError(
        `${wanted} is not a policy for limits.`,
        `The policies are ${[...policies.keys()].join(', ')}.`,
      );
    }
    const { readLimitPolicy, setLimitPolicy } = await import('../../services/limit-policy.ts');
    if (policy === undefined) {
      const current = await readLimitPolicy(await context.client(), target, context.signal);
      return context.stdout.text(`${current ?? 'server'}\n`);
    }
    const isConfirmed = await confirmed(context, {
      yes: options.yes,
      question: `Limits of ${target.namespace}/${target.name} will follow the policy ${wanted}. Set it?`,
      refusal: 'Nothing was changed.',
    });
    if (!isConfirmed) return;
    await setLimitPolicy(await context.client(), { ...target, policy }, context.signal);
    await context.stderr.text(`Limits of ${target.namespace}/${target.name} follow the policy ${wanted}.\n`);
  },
});
