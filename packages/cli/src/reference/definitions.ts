import type { Option } from 'commander';
import type { CommandFacts, CommandMaker } from '../commands/define.ts';
import { globalOptions } from '../commands/options.ts';

/** What the reference pages and completion scripts are generated from: the definitions that also make --help. */
export type Reference = {
  commands: readonly CommandFacts[];
  options: readonly Option[];
};

export const referenceOf = (commands: readonly CommandMaker[]): Reference => ({
  commands: commands.map(({ facts }) => facts),
  options: globalOptions(),
});

/** `trimtab target <name> [options]`. */
export const usageOf = ({ name, arguments: words = [], options = [] }: CommandFacts): string =>
  ['trimtab', name, ...words.map((word) => word.name), ...(options.length > 0 ? ['[options]'] : [])].join(' ');
