import type { Command } from 'commander';

/** Where the value of an option came from. */
export type OptionSource = 'flag' | 'environment' | 'context' | 'default';

const sources = new Map<string | undefined, OptionSource>([
  ['cli', 'flag'],
  ['env', 'environment'],
  ['config', 'context'],
]);

export const optionSource = (command: Command, name: string): OptionSource =>
  sources.get(command.getOptionValueSource(name)) ?? 'default';
