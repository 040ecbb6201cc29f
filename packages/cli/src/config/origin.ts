import type { Command } from 'commander';
import type { Origin } from '../context.ts';

const ORIGINS = new Map<string | undefined, Origin>([
  ['cli', 'flag'],
  ['env', 'environment'],
  ['config', 'context'],
]);

/** Where the value of an option came from. */
export const originOf = (command: Command, name: string): Origin =>
  ORIGINS.get(command.getOptionValueSource(name)) ?? 'default';
