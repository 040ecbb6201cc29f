import { Argument, Command, type Option } from 'commander';
import type { Context } from '../context.ts';
import type { ExitCode } from '../exit-code.ts';

export type ArgumentDefinition = {
  /** `<name>` where it must be there, `[name]` where it may. */
  name: string;
  description: string;
  /** The words that it may be, for completion; the command itself says what is wrong with another. */
  choices?: readonly string[];
};

/** A command as help, the man page and the parser know it. */
export type CommandDefinition<Options> = {
  name: string;
  /** One line, in the list of commands. */
  summary: string;
  /** A paragraph or two, in the command's own help. */
  description: string;
  arguments?: ArgumentDefinition[];
  options?: Option[];
  /** At least two, real: what to type, and what it does. */
  examples: { line: string; does: string }[];
  exitCodes: ExitCode[];
  /** To this command -o is a file, not a format. */
  writesFile?: true;
  run: (
    context: Context,
    options: Options,
    names: string[],
    /** Whether an option was typed, not taken from the environment. */
    fromFlag: (option: keyof Options & string) => boolean,
  ) => Promise<void>;
};

/** What the program knows and a definition does not: how a parsed command is run. */
export type Runner = (command: Command, work: (context: Context) => Promise<void>) => Promise<void>;

/** What help in general, completion and the reference pages read of a definition. */
export type CommandFacts = Pick<
  CommandDefinition<never>,
  'name' | 'summary' | 'description' | 'arguments' | 'options' | 'examples' | 'exitCodes' | 'writesFile'
>;

/** Makes a commander command of a definition. */
export type CommandMaker = {
  readonly facts: CommandFacts;
  readonly make: (runner: Runner) => Command;
  /** As much as the list of commands shows: what was not asked for is not built. */
  readonly outline: () => Command;
};

const fileWriters = new WeakSet<Command>();

/** Whether -o is a file to this command. */
export const writesFile = (command: Command): boolean => fileWriters.has(command);

const factsByCommand = new WeakMap<Command, CommandFacts>();

/** What a command was made of. */
export function factsOf(command: Command): CommandFacts {
  const facts = factsByCommand.get(command);
  if (facts === undefined) throw new Error(`${command.name()} was not made of a definition`);
  return facts;
}

export function defineCommand<Options extends Record<string, unknown>>(
  definition: CommandDefinition<Options>,
): CommandMaker {
  const outline = () => new Command(definition.name).summary(definition.summary);
  const make = (runner: Runner) => {
    const command = new Command(definition.name).summary(definition.summary).description(definition.description);
    factsByCommand.set(command, definition);
    for (const { name, description } of definition.arguments ?? []) {
      command.addArgument(new Argument(name, description));
    }
    for (const option of definition.options ?? []) command.addOption(option);
    if (definition.writesFile === true) fileWriters.add(command);
    command.action(() =>
      runner(command, (context) => {
        const names = command.args.filter((name) => name !== '');
        const fromFlag = (option: string) => command.getOptionValueSource(option) === 'cli';
        return definition.run(context, command.opts<Options>(), names, fromFlag);
      }),
    );
    return command;
  };
  return { facts: definition, make, outline };
}
