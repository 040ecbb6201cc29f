import { Argument, Command, type Option } from 'commander';
import type { Context } from '../context.ts';
import type { ExitCode } from '../exit-code.ts';
import { UsageError } from '../failure.ts';
import type { Completion } from './options.ts';

type ArgumentDefinition = {
  /** `<name>` if required, `[name]` if optional. */
  name: string;
  description: string;
  /** The values that shell completion offers. The command itself checks the typed words. */
  choices?: Completion;
};

/** The definition of one command, from which its parser, help, man page and completion are created. */
export type CommandDefinition<Options> = {
  name: string;
  /** One line, in the list of commands. */
  summary: string;
  /** A paragraph in the command's own help. */
  description: string;
  arguments?: ArgumentDefinition[];
  options?: Option[];
  /** At least two real command lines and what they do. */
  examples: Record<string, string>;
  exitCodes: ExitCode[];
  /** For this command -o names a file, not a format. */
  writesFile?: true;
  run: (
    context: Context,
    options: Options,
    names: string[],
    /** Whether an option was typed, instead of set by a variable or the configuration. */
    fromFlag: (option: keyof Options & string) => boolean,
  ) => Promise<void>;
};

export type Runner = (command: Command, work: (context: Context) => Promise<void>) => Promise<void>;

/** The part of a definition that help, completion and the reference pages use. */
export type CommandFacts = Pick<
  CommandDefinition<never>,
  'name' | 'summary' | 'description' | 'arguments' | 'options' | 'examples' | 'exitCodes' | 'writesFile'
>;

export type CommandMaker = {
  readonly facts: CommandFacts;
  readonly make: (runner: Runner) => Command;
  /** Only name and summary, for the list of commands. Building the other parts of each command costs start-up time. */
  readonly outline: () => Command;
};

const fileWriters = new WeakSet<Command>();

/** Whether -o names a file for this command. */
export const writesFile = (command: Command): boolean => fileWriters.has(command);

const factsByCommand = new WeakMap<Command, CommandFacts>();

export function factsOf(command: Command): CommandFacts {
  const facts = factsByCommand.get(command);
  if (facts === undefined) throw new Error(`${command.name()} has no definition`);
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
        // For example, a shell variable that is not set.
        if (command.args.includes(''))
          throw new UsageError('A name is empty.', 'Give a name, or leave out the quotes.');
        const fromFlag = (option: string) => command.getOptionValueSource(option) === 'cli';
        return definition.run(context, command.opts<Options>(), command.args, fromFlag);
      }),
    );
    return command;
  };
  return { facts: definition, make, outline };
}
