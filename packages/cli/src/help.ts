import { Help, type HelpConfiguration, type Option } from 'commander';
import { variableOf } from './commands/options.ts';

const plain = new Help();

/** Lines longer than this are hard to read. */
const WIDEST = 100;

/** In a pipe, where nobody says, a line is as long as on most terminals. The launcher reckons the same. */
export const helpWidth = (columns: number | undefined): number => Math.min(columns ?? 80, WIDEST);

/** What an option does, and in brackets what it takes. */
function described({ description, argChoices, defaultValue }: Option): string {
  const choices = argChoices?.join(', ');
  const fallback = typeof defaultValue === 'string' ? `default: ${defaultValue}` : undefined;
  const more = [choices, fallback].filter((part) => part !== undefined).join('; ');
  return more === '' ? description : `${description} (${more})`;
}

/** Of one command: with the variable of every option. */
export const commandHelp: HelpConfiguration = {
  showGlobalOptions: true,
  optionDescription: (option) => {
    const variable = variableOf(option);
    return variable === undefined ? described(option) : `${described(option)} [$${variable}]`;
  },
};

/** Of the program: one line a command, so that all of it is seen at once. */
export const rootHelp: HelpConfiguration = {
  optionDescription: described,
  subcommandTerm: (command) => command.name(),
  visibleCommands: (command) => [...command.commands],
  formatItemList: (heading, items, helper) => {
    const lines = plain.formatItemList(heading, items, helper);
    return heading === 'Options:' ? lines : lines.slice(0, -1);
  },
};

export const rootTail = `

For example: trimtab targets -n storefront -o json | jq .items[].name
More, with exit codes and environment variables: trimtab <command> --help`;
