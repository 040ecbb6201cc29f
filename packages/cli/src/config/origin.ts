import type { Command } from 'commander';
import type { Origin } from '../context.ts';

const origins = new Map<string | undefined, Origin>([
  ['cli', 'flag'],
  ['env', 'environment'],
  ['config', 'context'],
]);

/** Where the value of an option came from. */
export const originOf = (command: Command, name: string): Origin =>
  origins.get(command.getOptionValueSource(name)) ?? 'default';
