import { InvalidArgumentError, Option } from 'commander';
import { outputFormats } from '../context.ts';

const variables = new WeakMap<Option, string>();

/**
 * An option and the environment variable that stands for it. Not commander's own `.env()`: that reads only the real
 * process, and takes `TRIMTAB_YES=false` for a yes.
 */
export function option(flags: string, description: string, variable: string): Option {
  const made = new Option(flags, description);
  variables.set(made, variable);
  return made;
}

export function variableOf(made: Option): string | undefined {
  return variables.get(made);
}

function positiveInteger(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > 1_000_000) {
    throw new InvalidArgumentError('Give a whole number from 1.');
  }
  return number;
}

export const apiOption = () =>
  option('--api <url>', 'the Trimtab API to talk to', 'TRIMTAB_API').default('http://127.0.0.1:4400');

export const outputOption = () =>
  option('-o, --output <format>', 'how to print the answer', 'TRIMTAB_OUTPUT').choices(outputFormats).default('table');

export const noHeadersOption = () =>
  option('--no-headers', 'leave the header line out of piped tables and CSV', 'TRIMTAB_NO_HEADERS');

export const namespaceOption = (description: string) =>
  option('-n, --namespace <name>', description, 'TRIMTAB_NAMESPACE');

export const limitOption = () =>
  option('--limit <count>', 'print at most so many', 'TRIMTAB_LIMIT').argParser(positiveInteger);
