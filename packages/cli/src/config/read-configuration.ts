import type { Command } from 'commander';
import { type Environment, variableName } from '../environment.ts';
import { configDirectory } from './directory.ts';
import { type OptionSource, optionSource } from './option-source.ts';
import { type ContextFile, requireContext, type Settings } from './setting-keys.ts';
import { readContexts } from './settings-file.ts';

/** The configuration file and the context in use, as they apply to one command line. */
export type Configuration = {
  /** Null if the process has no home folder. */
  readonly directory: string | null;
  readonly file: ContextFile;
  /** The name of the context in use; null if there is none. */
  readonly name: string | null;
  readonly nameSource: OptionSource;
  /** Whether the context was typed. If so, its settings override variables. */
  readonly isTyped: boolean;
  /** The settings of the context in use. */
  readonly settings: Settings;
  /** Where the value of a global option came from. */
  readonly sourceOf: (option: string) => OptionSource;
};

/** Where the effective value of a setting came from, such as `the flag --api`. */
export function sourceText({ name }: Configuration, key: string, source: OptionSource): string {
  const texts: Record<OptionSource, string> = {
    flag: `the flag --${key}`,
    environment: `the variable ${variableName(key)}`,
    context: `the context ${name ?? ''}`,
    default: 'the default',
  };
  return texts[source];
}

/** The configuration of one command line: the context that a flag, a variable or the file selects, and its settings. */
export function resolveConfiguration(program: Command, command: string, environment: Environment): Configuration {
  const directory = configDirectory(environment);
  const file = readContexts(directory);
  const option: unknown = program.getOptionValue('context');
  const named = typeof option === 'string' && option !== '' ? option : null;
  const name = named ?? file.current;
  // `trimtab context add` may name a context that does not exist yet.
  if (named !== null && command !== 'context') requireContext(file, named);
  const settings: Settings = (name === null ? undefined : file.contexts.get(name)) ?? new Map();
  const nameSource = named !== null ? optionSource(program, 'context') : name === null ? 'default' : 'context';
  return {
    directory,
    file,
    name,
    nameSource,
    isTyped: nameSource === 'flag',
    settings,
    sourceOf: (each) => optionSource(program, each),
  };
}
