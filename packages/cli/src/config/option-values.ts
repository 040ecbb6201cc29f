import { type Command, InvalidArgumentError, type Option } from 'commander';
import { variableOf } from '../commands/options.ts';
import type { Environment } from '../environment.ts';
import { UsageError } from '../failure.ts';
import { type OptionSource, optionSource } from './option-source.ts';
import type { Configuration } from './read-configuration.ts';
import { isSettingKey } from './setting-keys.ts';

const yesWords = new Set(['1', 'true', 'yes', 'on']);
const noWords = new Set(['0', 'false', 'no', 'off']);

function booleanOf(variable: string, text: string): boolean {
  const word = text.toLowerCase();
  if (yesWords.has(word)) return true;
  if (noWords.has(word)) return false;
  throw new UsageError(`${variable} must be 1 or 0, not "${text}".`, `Set ${variable} to 1 or 0.`);
}

function valueOf(option: Option, variable: string, text: string): unknown {
  if (option.negate) return !booleanOf(variable, text);
  if (option.isBoolean()) return booleanOf(variable, text);
  // --output has choices without a parser: it is checked when the command is known.
  if (option.parseArg === undefined) return text;
  try {
    return option.parseArg(text, undefined);
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw new UsageError(`${variable} is "${text}". ${error.message}`);
    throw error;
  }
}

/** Sets options from the environment, unless they were typed. An empty variable counts as not set. */
export function applyEnvironment(command: Command, environment: Environment): void {
  for (const option of command.options) {
    const variable = variableOf(option);
    const text = variable === undefined ? '' : (environment[variable] ?? '');
    const name = option.attributeName();
    if (variable === undefined || text === '' || command.getOptionValueSource(name) === 'cli') continue;
    command.setOptionValueWithSource(name, valueOf(option, variable, text), 'env');
  }
}

/**
 * Sets options from the context in use, unless they were typed. Variables count more than the context, unless the context
 * itself was typed.
 */
export function applySettings(
  command: Command,
  { settings, isTyped }: Pick<Configuration, 'settings' | 'isTyped'>,
): void {
  const weaker: readonly OptionSource[] = isTyped ? ['default', 'environment'] : ['default'];
  for (const option of command.options) {
    const key = option.long?.slice(2) ?? '';
    const text = isSettingKey(key) ? settings.get(key) : undefined;
    const name = option.attributeName();
    if (text === undefined || !weaker.includes(optionSource(command, name))) continue;
    command.setOptionValueWithSource(name, valueOf(option, `${key} in the context`, text), 'config');
  }
}
