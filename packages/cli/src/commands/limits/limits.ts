import type { LimitPolicy, TargetName } from '@trimtab/core';
import { confirmed } from '../../confirm.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError, UsageError } from '../../failure.ts';
import { column } from '../../output/table.ts';
import { targetTitle } from '../../target-title.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption, yesOption } from '../options.ts';
import { requiredTargets } from '../scope.ts';

/** Null: as configured for the server. */
export const limitPolicies = new Map<string, LimitPolicy | null>([
  ['keep', 'keep'],
  ['ratio', 'ratio'],
  ['equal', 'equal'],
  ['server', null],
]);

const policyColumns = [column('policy', 'POLICY', ({ policy }: { policy: string }) => policy)];

/** Returns the last word if it is a policy, or cannot be a target and so is meant as a policy. */
function policyWord(words: readonly string[], isNamespaceTyped: boolean): string | undefined {
  const [last = '', ...before] = words.toReversed();
  const isName = isNamespaceTyped || last.includes('/') || !before.some((word) => word.includes('/'));
  return before.length > 0 && (limitPolicies.has(last) || !isName) ? last : undefined;
}

export const limitsRun = defineCommand<{ namespace?: string; yes?: boolean }>({
  name: 'limits',
  summary: 'show or set how the limits of targets change',
  description:
    'Shows or sets how limits change with requests. keep: a limit stays, unless the request is above it; ' +
    'ratio: limit ÷ request stays; equal: the memory limit is the memory request; server: as configured for the server. ' +
    'Setting asks first; without a terminal --yes is required.',
  arguments: [
    { name: '<names...>', description: 'targets, or NAMESPACE/NAME without -n; then a policy', choices: 'limits' },
  ],
  options: [namespaceOption('the namespace of the target'), yesOption('set it without a question')],
  examples: {
    'trimtab limits storefront/cart': 'the policy of cart',
    'trimtab limits storefront/cart storefront/frontend ratio --yes': 'sets another policy for both, from a script',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial, exitCode.interrupted],
  run: async (context, options, words, fromFlag) => {
    const wanted = policyWord(words, fromFlag('namespace'));
    const names = wanted === undefined ? words : words.slice(0, -1);
    const targets = requiredTargets(names, options.namespace, fromFlag('namespace'));
    const policy = wanted === undefined ? undefined : limitPolicies.get(wanted);
    if (wanted !== undefined && policy === undefined) {
      throw new UsageError(
        `${wanted} is not a policy for limits.`,
        `The policies are ${[...limitPolicies.keys()].join(', ')}.`,
      );
    }
    const { forEachTarget, presentEach } = await import('../several.ts');
    const { joinSteps, repeatTargets } = await import('../repeat.ts');
    const { readLimitPolicy, setLimitPolicy } = await import('../../services/limit-policy.ts');
    if (policy === undefined) {
      const client = await context.client();
      const read = (target: TargetName) => readLimitPolicy(client, target);
      const [only, ...others] = targets;
      const isPlain = context.selection === null && context.columns === null && context.output === 'table';
      if (only !== undefined && others.length === 0 && isPlain)
        return context.stdout.text(`${(await read(only)) ?? 'server'}\n`);
      return presentEach(context, targets, async (target) => {
        const current = await read(target);
        return { data: { limit_policy: current }, rows: [{ policy: current ?? 'server' }], columns: policyColumns };
      });
    }
    const titles = targets.map(targetTitle).join(', ');
    const isConfirmed = await confirmed(context, {
      yes: options.yes,
      question: `Limits of ${titles} will follow the policy ${wanted}. Set it?`,
      refusal: 'Nothing was changed.',
    });
    if (!isConfirmed) return;
    const client = await context.client();
    const set = (target: TargetName) => setLimitPolicy(client, { ...target, policy });
    const { done, incomplete, next, repeatable } = await forEachTarget(
      context,
      targets,
      set,
      (count) => `Set for ${count} targets`,
    );
    const changed = done.map(({ target }) => targetTitle(target)).join(', ');
    const { writeLines } = await import('../../output/present.ts');
    await writeLines(context, [`Limits of ${changed} follow the policy ${wanted}.`]);
    if (incomplete === null) return;
    const repeat = repeatTargets('limits', repeatable, { yes: options.yes, last: words.slice(-1) });
    throw new CliError(incomplete, exitCode.partial, joinSteps(next, repeat));
  },
});
