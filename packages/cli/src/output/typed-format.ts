import type { Context } from '../context.ts';
import { UsageError } from '../failure.ts';
import type { OutputFormat } from './formats.ts';

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
