import { Command, CommanderError } from 'commander';
import { type Runner, writesFile } from './commands/define.ts';
import { commandGroups } from './commands/index.ts';
import { completeWord, globalOptions } from './commands/options.ts';
import { applyEnvironment, applySettings } from './config/option-values.ts';
import type { GlobalOptions, Surroundings } from './context.ts';
import { createContext } from './create-context.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { CliError, UsageError } from './failure.ts';
import { commandHint, commandIndex, isOnlyNamespace, normalizeCommandLine, syntaxHint } from './gh-kubectl-syntax.ts';
import { commandHelp, helpWidth, rootHelp } from './help.ts';
import { noteUnusedSelection, writeNotes } from './output/present.ts';
import { createWriter } from './output/writer.ts';

/** Commander's message without "error: ". Its suggestion is on the same line. */
function usageSentence(message: string): string {
  const text = message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .trim();
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?)!]$/.test(sentence) ? sentence : `${sentence}.`;
}

function usageError(error: CommanderError, words: readonly string[], hint: string): UsageError {
  if (error.code === 'commander.unknownOption' && isOnlyNamespace(words)) {
    return new UsageError('No command was given.', 'See trimtab --help. To list targets: trimtab targets -n NAMESPACE');
  }
  if (error.code === 'commander.unknownCommand' && commandHint(words) !== undefined) {
    // The suggestion compares only spelling: for unenroll it is enroll, the opposite.
    return new UsageError(usageSentence(error.message.replace(/\n\(Did you mean .*\)$/, '')), hint);
  }
  if (error.code !== 'commander.help') return new UsageError(usageSentence(error.message), hint);
  const [, asked] = words;
  return new UsageError(asked === undefined ? 'No command was given.' : `Unknown command '${asked}'.`, hint);
}

/** Creates the parser for these words. The parser adds its output, such as help, to `pending`. */
function buildProgram(
  words: readonly string[],
  { stdout, version }: Surroundings,
  runner: Runner,
  pending: Promise<unknown>[],
): Command {
  const program = new Command('trimtab');
  const settings = {
    writeOut: (text: string) => void pending.push(createWriter(stdout).text(text)),
    // `run` prints all errors.
    writeErr: () => undefined,
    getOutHelpWidth: () => helpWidth(stdout.columns),
    getErrHelpWidth: () => helpWidth(stdout.columns),
  };
  program
    .description('Automatic scaling of Kubernetes workloads, from a terminal.')
    .usage('<command> [options]')
    .version(version, '-V, --version', 'print the version of this program')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .configureOutput(settings)
    .configureHelp(rootHelp);
  for (const option of globalOptions()) program.addOption(option);
  // Build only the commands that a word names completely. The others are outlines for the list and for suggestions.
  for (const [title, group] of commandGroups) {
    for (const { facts, make, outline } of group) {
      const isWanted = words.includes(facts.name);
      const command = isWanted ? make(runner) : outline();
      if (isWanted) {
        command
          .helpOption('-h, --help', 'show this help')
          .exitOverride()
          .configureOutput(settings)
          .configureHelp(commandHelp);
      }
      program.addCommand(command.helpGroup(`${title}:`));
    }
  }
  return program;
}

/** Whether errors are printed as JSON. Read from the words, because a wrong command line cannot be parsed. */
function wantsJsonErrors(words: readonly string[], otherwise: string | undefined): boolean {
  let format = otherwise;
  for (const [index, word] of words.entries()) {
    if (word === '-o' || word === '--output') format = words[index + 1];
    else if (word.startsWith('--output=')) format = word.slice('--output='.length);
    else if (word.startsWith('-o')) format = word.slice(2).replace(/^=/, '');
  }
  return format === 'json';
}

/** Commander throws an error with exit code 0 after it has printed help. */
function ignoreHelpExit(error: unknown): void {
  if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
}

/** Runs one command line and resolves to its exit code. Never exits the process and never rejects. */
export async function run(typed: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  if (typed[0] === completeWord) {
    const { namesLine, silent } = await import('./reference/complete.ts');
    const line = namesLine(typed.slice(1));
    if (line.length > 0) await run(line, silent(surroundings));
    return exitCode.ok;
  }
  const words = normalizeCommandLine(typed);
  const pending: Promise<unknown>[] = [];
  let api = surroundings.environment['TRIMTAB_API'] ?? '';
  let effectiveOutput = surroundings.environment['TRIMTAB_OUTPUT'];
  const runner: Runner = async (command, work) => {
    applyEnvironment(program, surroundings.environment);
    applyEnvironment(command, surroundings.environment);
    const { resolveConfiguration } = await import('./config/read-configuration.ts');
    const configuration = resolveConfiguration(program, command.name(), surroundings.environment);
    applySettings(program, configuration);
    applySettings(command, configuration);
    const options = program.opts<GlobalOptions>();
    const file = program.getOptionValueSource('output') === 'cli' ? options.output : undefined;
    const own = writesFile(command) ? { output: 'table', outputFile: file } : {};
    const context = createContext(surroundings, { ...options, ...own }, configuration);
    api = context.api;
    effectiveOutput = options.output;
    try {
      await work(context);
    } finally {
      await writeNotes(context, [context.http.notice ?? []].flat());
    }
    await noteUnusedSelection(context);
  };
  const program = buildProgram(words, surroundings, runner, pending);
  try {
    await program.parseAsync(words.length === 0 ? ['--help'] : words, { from: 'user' }).catch(ignoreHelpExit);
    await Promise.all(pending);
    return exitCode.ok;
  } catch (caught) {
    const error =
      caught instanceof CommanderError ? usageError(caught, words, helpHint(caught.code)) : interrupted(caught);
    const { reportFailure } = await import('./report.ts');
    return reportFailure(error, {
      stream: surroundings.stderr,
      api,
      asJson: wantsJsonErrors(words, effectiveOutput),
    });
  }

  /** After Ctrl-C any error means that the command was interrupted, unless it already has a message for the user. */
  function interrupted(error: unknown): unknown {
    if (!surroundings.signal.aborted || error instanceof CliError) return error;
    return new CliError('Interrupted.', exitCode.interrupted);
  }

  function helpHint(code: string): string {
    const hint = syntaxHint(code, words);
    if (hint !== undefined) return hint;
    const known = program.commands.find((command) => command.name() === words[commandIndex(words)]);
    return `See trimtab ${known === undefined ? '' : `${known.name()} `}--help.`;
  }
}
