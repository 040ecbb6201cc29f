import type { Command, Help, HelpConfiguration, Option } from 'commander';
import { factsOf } from './commands/define.ts';
import { defaultOf, usualVariable, variableOf } from './commands/options.ts';
import { exitCodeMeaning } from './exit-code.ts';
import { wrapWords } from './ui/wrap.ts';

/** Longer lines are hard to read. */
const maxWidth = 100;

/** 80 in a pipe, whose width is unknown. launch.ts assumes the same width for its prepared help. */
export const helpWidth = (columns: number | undefined): number => Math.min(columns ?? 80, maxWidth);

/** An option's description with its choices, its default and, if the name is not the usual one, its variable. */
function described(option: Option): string {
  const { description, argChoices } = option;
  const fallback = defaultOf(option);
  const variable = variableOf(option);
  const more = [
    argChoices?.join(', '),
    fallback === undefined ? undefined : `default: ${fallback}`,
    variable === undefined || variable === usualVariable(option) ? undefined : `$${variable}`,
  ].filter((part) => part !== undefined);
  return more.length === 0 ? description : `${description} (${more.join('; ')})`;
}

type Item = readonly [term: string, text: string];

/** Terms in one column and their descriptions in the next. */
function itemLines(items: readonly Item[], width: number): string[] {
  const column = Math.max(...items.map(([term]) => term.length)) + 4;
  return items.flatMap(([term, text]) =>
    wrapWords(text, width - column).map((line, index) =>
      index === 0 ? `${`  ${term}`.padEnd(column)}${line}` : ' '.repeat(column) + line,
    ),
  );
}

const ownOptions = (command: Command): Option[] => command.options.filter(({ hidden }) => !hidden);
const optionItem = (option: Option): Item => [option.flags, described(option)];
const widthOf = (helper: Help): number => helper.helpWidth ?? 80;

/** Help of one command. The program's help explains the options of every command. */
function commandScreen(command: Command, helper: Help): string {
  const width = widthOf(helper);
  const own = ownOptions(command);
  const { examples, exitCodes } = factsOf(command);
  const shared = ownOptions(command.parent ?? command).filter(({ long }) => long !== '--version');
  const [sample] = [...own, ...shared].filter((option) => variableOf(option) === usualVariable(option));
  const environment = sample === undefined ? '' : `$${usualVariable(sample)} for ${sample.long}`;
  const codes = exitCodes.map((code) => `${code} ${exitCodeMeaning[code]}`);
  const listed = [
    ...command.registeredArguments.map((one): Item => [one.name(), one.description]),
    ...own.map(optionItem),
  ];
  return [
    `Usage: ${helper.commandUsage(command)}`,
    '',
    ...wrapWords(command.description(), width),
    '',
    ...(listed.length === 0 ? [] : itemLines(listed, width)),
    ...wrapWords(`More options: trimtab --help. Environment: ${environment}, …`, width),
    '',
    'Examples:',
    ...Object.entries(examples).flatMap((example) => exampleLines(example, width)),
    ...wrapWords(`Exit codes: ${codes.join('; ')}.`, width),
    '',
  ].join('\n');
}

/** An example and its explanation, beside it or, if the line is too narrow, below it. */
function exampleLines([line, does]: readonly [string, string], width: number): string[] {
  const oneLine = `  ${line}  # ${does}`;
  if (oneLine.length <= width) return [oneLine];
  return [`  ${line}`, ...wrapWords(does, width - 6).map((part) => `      ${part}`)];
}

/** Help of the program on one screen: a line per command, and the options of every command. */
function programScreen(program: Command, helper: Help): string {
  const width = widthOf(helper);
  const groups = Map.groupBy(program.commands, (command) => command.helpGroup());
  const column = Math.max(...program.commands.map((command) => command.name().length));
  return [
    program.description(),
    `Usage: trimtab ${program.usage()}; trimtab <command> --help has examples`,
    ...[...groups].flatMap(([title, commands]) => [
      title,
      ...itemLines(
        commands.map((command): Item => [command.name().padEnd(column), command.summary()]),
        width,
      ),
    ]),
    'Options of every command:',
    ...itemLines(
      ownOptions(program)
        .filter(({ long }) => long !== '--version')
        .map(optionItem),
      width,
    ),
    '',
  ].join('\n');
}

export const commandHelp: HelpConfiguration = { formatHelp: commandScreen };
export const rootHelp: HelpConfiguration = { formatHelp: programScreen };
