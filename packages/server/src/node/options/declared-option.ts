import { UsageError } from '../start-errors.ts';

/** A command line option. Its environment variable follows from its flag: --log-level and TRIMTAB_LOG_LEVEL. */
export type DeclaredOption = {
  readonly flags: string;
  readonly text: string;
  readonly repeatable: boolean;
  /** A variable that happens to be set must not decide what a command deletes. */
  readonly commandLineOnly: boolean;
};

type MarkedText = Partial<Pick<DeclaredOption, 'repeatable' | 'commandLineOnly'>> & { readonly text: string };
export const repeatable = (text: string): MarkedText => ({ text, repeatable: true });
export const commandLineOnly = (text: string): MarkedText => ({ text, commandLineOnly: true });

/**
 * Creates options from flags and help texts. `repeatable(text)`: the option may be given several times.
 * `commandLineOnly(text)`: it has no environment variable.
 */
export const declareOptions = (texts: Readonly<Record<string, string | MarkedText>>): readonly DeclaredOption[] =>
  Object.entries(texts).map(([flags, text]) => ({
    flags,
    repeatable: false,
    commandLineOnly: false,
    ...(typeof text === 'string' ? { text } : text),
  }));

/** The flag alone: `--log-level` of `--log-level <level>`. */
export const flagOf = ({ flags }: DeclaredOption): string => flags.replace(/ .*/, '');

/** Null for an option without one. `TRIMTAB_CONTEXT` belongs to the CLI, so that of `--context` has another name. */
export function variableOf(option: DeclaredOption): string | null {
  if (option.commandLineOnly) return null;
  const flag = flagOf(option);
  return `TRIMTAB_${(flag === '--context' ? '--kube-context' : flag).slice(2).toUpperCase().replaceAll('-', '_')}`;
}

/** The values of the options, by flag. Throws for a flag that is not declared. */
export type OptionValues = {
  /** Undefined if the option is not given. */
  readonly text: (flag: string) => string | undefined;
  /** The values of a repeatable option. */
  readonly list: (flag: string) => readonly string[];
  /** Whether an option without a value is set. */
  readonly isSet: (flag: string) => boolean;
  readonly isGiven: (flag: string) => boolean;
  /** Whether the command declares the option. */
  readonly isDeclared: (flag: string) => boolean;
};

/** @throws UsageError */
export function wholeNumber(text: string, flag: string, least: number, most: number): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${flag} must be a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`);
}
