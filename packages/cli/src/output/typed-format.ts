import type { Context } from '../context.ts';
import { UsageError } from '../failure.ts';
import { type OutputFormat, outputFormats } from './formats.ts';

/** Refuses a typed format that a command does not have. One from a variable or a context is meant for other commands. */
export function refuseOtherFormats(
  { output, configuration }: Pick<Context, 'output' | 'configuration'>,
  command: string,
  own: readonly OutputFormat[],
): void {
  if (own.includes(output) || configuration.sourceOf('output') !== 'flag') return;
  throw new UsageError(
    `${command} cannot print ${output}.`,
    own.includes('json') ? 'Use -o json, or no -o.' : 'Remove -o.',
  );
}

/** For a command whose `-o` names what it writes: refuses a name that is probably meant as a format. */
export function refuseFormatName(name: string, what: 'file' | 'folder'): void {
  if (!outputFormats.some((format) => format === name)) return;
  throw new UsageError(
    `Here -o names the ${what} to write, not a format.`,
    `For a ${what} of this name, use -o ./${name}.`,
  );
}
