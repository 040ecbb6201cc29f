import type { Command } from 'commander';
import type { Environment } from '../environment.ts';
import type { Configuration } from './configuration.ts';
import { configDirectory } from './directory.ts';
import { optionSource } from './option-source.ts';
import { requireContext, type Settings } from './setting-keys.ts';
import { readContexts } from './settings-file.ts';

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
  return {
    directory,
    file,
    name,
    nameSource: named !== null ? optionSource(program, 'context') : name === null ? 'default' : 'context',
    settings,
    sourceOf: (each) => optionSource(program, each),
  };
}
