import { Command, CommanderError, Option } from 'commander';
import * as z from 'zod/mini';
import { UsageError } from '../start-errors.ts';
import type { CommandWord } from './commands.ts';
import { type DeclaredOption, flagOf, type OptionValues, variableOf } from './declared-option.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `--help` or `--version` was given. Its text is already written. */
export type Answered = { readonly answered: true };

export type OptionContext = {
  readonly version: string;
  readonly write: (text: string) => void;
  /** A deployed server has another name and no simulated cluster. */
  readonly isDeployed?: boolean;
};

type Parsing = OptionContext & {
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly description: string;
  /** The name of a command other than the server. */
  readonly word?: CommandWord;
  /** The flags of an option that the help of a deployed server leaves out. */
  readonly hidden?: string;
  /** What the help says after the options of a program. */
  readonly after?: (program: string) => string;
};

/** Reads the command line. Options that it does not contain come from the environment. @throws UsageError */
export function parse<T>(
  declared: readonly DeclaredOption[],
  valueOf: (values: OptionValues) => T,
  { argv, env, ...reading }: Parsing,
): T | Answered {
  const command = createCommand(declared, reading);
  try {
    command.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { answered: true };
    throw new UsageError(`${sentenceOf(error)} See --help.`);
  }
  readEnvironment(command, declared, env);
  try {
    return valueOf(valuesOf(command));
  } catch (error) {
    throw error instanceof UsageError ? withVariableNames(command, declared, error) : error;
  }
}

function createCommand(
  declaredHere: readonly DeclaredOption[],
  { version, write, isDeployed = false, description, word, hidden, after }: Omit<Parsing, 'argv' | 'env'>,
): Command {
  const name = isDeployed ? 'trimtab-server' : 'start';
  const command = new Command(word === undefined ? name : `${name} ${word}`)
    .description(description)
    .helpOption('-h, --help', 'Print this help.')
    .version(version, '-V, --version', 'Print the version.')
    .allowExcessArguments(false)
    .exitOverride()
    // Commander throws the error as an exception, and main prints it as one sentence.
    .configureOutput({ writeOut: write, writeErr: () => undefined });
  if (after !== undefined) command.addHelpText('after', after(name));
  for (const declared of declaredHere) {
    const variable = variableOf(declared);
    const option = new Option(declared.flags, variable === null ? declared.text : `${declared.text} (${variable})`);
    if (isDeployed && declared.flags === hidden) option.hideHelp();
    if (declared.repeatable) {
      option.argParser((value: string, previous: readonly string[] | undefined) => [...(previous ?? []), value]);
    }
    command.addOption(option);
  }
  return command;
}

/** Commander's message as one sentence: it writes "error: unknown option '--prot'\n(Did you mean --port?)". */
function sentenceOf({ message }: CommanderError): string {
  const plain = message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1).replace(/\.?$/, '.')}`;
}

// Commander's own support for environment variables reads only process.env, and treats an empty variable as set.
function readEnvironment(command: Command, options: readonly DeclaredOption[], env: Environment): void {
  for (const option of command.options) {
    const declared = options.find(({ flags }) => flags === option.flags);
    const key = option.attributeName();
    const variable = declared === undefined ? null : variableOf(declared);
    if (declared === undefined || variable === null) continue;
    const value = env[variable];
    if (value === undefined || value === '' || command.getOptionValueSource(key) !== undefined) continue;
    command.setOptionValueWithSource(key, environmentValue(declared, variable, value), 'env');
  }
}

function environmentValue(option: DeclaredOption, variable: string, value: string): unknown {
  if (option.repeatable) return value.split(',').map((part) => part.trim());
  if (option.flags.includes('<')) return value;
  if (value === 'true' || value === 'false') return value === 'true';
  throw new UsageError(`${variable} must be true or false.`);
}

const textSchema = z.optional(z.string());
const listSchema = z.optional(z.array(z.string()));

function valuesOf(command: Command): OptionValues {
  const value = (flag: string): unknown => {
    const option = command.options.find(({ long }) => long === flag);
    if (option === undefined) throw new Error(`The option ${flag} is not declared.`);
    return command.getOptionValue(option.attributeName());
  };
  return {
    text: (flag) => textSchema.parse(value(flag)),
    list: (flag) => listSchema.parse(value(flag)) ?? [],
    isSet: (flag) => value(flag) === true,
    isGiven: (flag) => value(flag) !== undefined,
    isDeclared: (flag) => command.options.some(({ long }) => long === flag),
  };
}

/** Replaces flags in the message by the names of variables if the value came from a variable. */
function withVariableNames(command: Command, options: readonly DeclaredOption[], error: UsageError): UsageError {
  const message = error.message.replaceAll(/--[a-z][a-z-]*/g, (flag) => {
    const option = command.options.find(({ long }) => long === flag);
    const declared = options.find((each) => flagOf(each) === flag);
    const isFromVariable = option && command.getOptionValueSource(option.attributeName()) === 'env';
    return (isFromVariable && declared && variableOf(declared)) || flag;
  });
  return new UsageError(message);
}
