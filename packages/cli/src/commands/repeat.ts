import type { TargetName } from '@trimtab/core';
import { shellWord } from '@trimtab/core/patch';

/** The next step after a write of which a part has failed: only that part, because repeating the rest can change it. */
export const repeatHint = (commands: readonly string[]): string | undefined =>
  commands.length === 0 ? undefined : `To repeat what failed: ${commands.join('; ')}`;

/** A command line that can be pasted into a shell. It does not ask if this one did not. */
export const commandLine = (words: readonly string[], yes: boolean | undefined): string =>
  ['trimtab', ...words.map(shellWord), ...(yes === true ? ['--yes'] : [])].join(' ');

/** A list of names as the value of an option. Its comma needs no quotes. */
export const commaList = (names: readonly string[]): string => names.map(shellWord).join(',');

/** Repeats a command on targets for those that failed. */
export const repeatTargets = (
  command: string,
  targets: readonly TargetName[],
  { yes, last = [] }: { yes: boolean | undefined; last?: readonly string[] },
): string | undefined =>
  repeatHint(
    targets.length === 0
      ? []
      : [commandLine([command, ...targets.map(({ namespace, name }) => `${namespace}/${name}`), ...last], yes)],
  );

/** Several next steps as one. */
export const joinSteps = (...steps: readonly (string | undefined)[]): string | undefined =>
  [...new Set(steps.filter((step) => step !== undefined))].join(' ') || undefined;
