import type { Option } from 'commander';
import type { CommandFacts } from '../commands/define.ts';
import { globalOptions } from '../commands/options.ts';

/** A program as its reference pages and completions know it: made from the definitions that help is made from. */
export type Reference = {
  commands: readonly CommandFacts[];
  options: readonly Option[];
};

export async function readReference(): Promise<Reference> {
  const { commands } = await import('../commands/index.ts');
  return { commands: commands.map(({ facts }) => facts), options: globalOptions() };
}

/** `trimtab target <name> [options]`. */
export const usageOf = ({ name, arguments: words = [], options = [] }: CommandFacts): string =>
  ['trimtab', name, ...words.map((word) => word.name), ...(options.length > 0 ? ['[options]'] : [])].join(' ');
