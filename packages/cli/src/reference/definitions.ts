import type { Option } from 'commander';
import type { CommandFacts, CommandMaker } from '../commands/define.ts';
import { defaultOf, globalOptions } from '../commands/options.ts';

/** The definitions from which the reference pages, completion scripts and --help are generated. */
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

/** An option's description with its choices and its default, as sentences. */
export function describeOption(option: Option): string {
  const fallback = defaultOf(option);
  return [
    `${option.description}.`,
    option.argChoices === undefined ? '' : ` One of ${option.argChoices.join(', ')}.`,
    fallback === undefined ? '' : ` Default: ${fallback}.`,
  ].join('');
}
