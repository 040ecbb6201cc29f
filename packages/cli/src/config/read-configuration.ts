import type { Command } from 'commander';
import type { Environment } from '../environment.ts';
import { UsageError } from '../failure.ts';
import type { Configuration } from './configuration.ts';
import { configDirectory } from './directory.ts';
import { optionSource } from './option-source.ts';
import { readContexts } from './settings-file.ts';

/** What the configuration files say to a command: those of the context that a flag, a variable or the file names. */
export function readConfiguration(program: Command, command: string, environment: Environment): Configuration {
  const directory = configDirectory(environment);
  const file = readContexts(directory);
  const named = program.getOptionValue('context');
  const isNamed = typeof named === 'string' && named !== '';
  const name = isNamed ? named : file.current;
  const settings = name === null ? undefined : file.contexts.get(name);
  // Contexts are mended by `trimtab context`, which must not stumble over the one that is to be added.
  if (isNamed && settings === undefined && command !== 'context') {
    throw new UsageError(`There is no context ${named}.`, 'trimtab context list shows those that there are.');
  }
  return {
    directory,
    file,
    name,
    nameSource: isNamed ? optionSource(program, 'context') : name === null ? 'default' : 'context',
    settings: settings ?? new Map(),
    sourceOf: (option) => optionSource(program, option),
  };
}
