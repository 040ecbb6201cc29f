import { InvalidArgumentError, Option } from 'commander';
import { outputFormats } from '../output/formats.ts';

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

/** What an option is without being given, in words; undefined where that is nothing. */
export const defaultOf = ({ defaultValue, defaultValueDescription }: Option): string | undefined =>
  typeof defaultValue === 'string' ? defaultValue : defaultValueDescription;

/** The variable that an option's name makes one expect. */
export const usualVariable = ({ long }: Option): string =>
  `TRIMTAB_${(long ?? '').slice(2).replaceAll('-', '_').toUpperCase()}`;

export function positiveInteger(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > 1_000_000) {
    throw new InvalidArgumentError('Give a whole number from 1.');
  }
  return number;
}

export const apiOption = () =>
  option('--api <url>', 'where the API is', 'TRIMTAB_API').default('http://127.0.0.1:4400');

export const contextOption = () => option('--context <name>', 'the context to use', 'TRIMTAB_CONTEXT');

/** Checked when the command is known: to diagnostics it is a file. */
export function outputOption(): Option {
  const made = option('-o, --output <format>', 'how to print the answer', 'TRIMTAB_OUTPUT').default('table');
  made.argChoices = [...outputFormats];
  return made;
}

export const noHeadersOption = () =>
  option('--no-headers', 'leave the header line out of piped tables and CSV', 'TRIMTAB_NO_HEADERS');

export const namespaceOption = (description: string) =>
  option('-n, --namespace <name>', description, 'TRIMTAB_NAMESPACE');

export const limitOption = () =>
  option('--limit <count>', 'print at most so many', 'TRIMTAB_LIMIT').argParser(positiveInteger);

const longestTimeoutMs = 30_000;

function requestTimeout(text: string): number {
  const [, amount, unit] = /^(\d{1,6})(ms|s)?$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (unit === 'ms' ? 1 : 1_000);
  if (!(milliseconds >= 1 && milliseconds <= longestTimeoutMs)) {
    throw new InvalidArgumentError('Give a time such as 500ms or 10s, 30s at most.');
  }
  return milliseconds;
}

export const requestTimeoutOption = () =>
  option(
    '--request-timeout <time>',
    'give up after this: 500ms, 10s (default: 30s)',
    'TRIMTAB_REQUEST_TIMEOUT',
  ).argParser(requestTimeout);

export const debugOption = () => option('--debug', 'trace requests on stderr, without secrets', 'TRIMTAB_DEBUG');

function names(text: string): string[] {
  const list = text.split(',').map((name) => name.trim());
  if (list.includes('')) throw new InvalidArgumentError('Give names with commas between, such as name,status.');
  return list;
}

export const columnsOption = () =>
  option('--columns <names>', 'only these columns, in this order: name,status', 'TRIMTAB_COLUMNS').argParser(names);

export const yesOption = (description: string) => option('-y, --yes', description, 'TRIMTAB_YES');

export const issuerOption = () =>
  option('--issuer <url>', 'the sign-in provider (default: what the API names)', 'TRIMTAB_ISSUER');

export const clientIdOption = () =>
  option('--client-id <id>', 'the client to sign in as (default: what the API names)', 'TRIMTAB_CLIENT_ID');

export const audienceOption = () =>
  option('--audience <name>', 'the name of the API there (default: what the API names)', 'TRIMTAB_AUDIENCE');

/** The options that every command has, in the order of help. */
export const globalOptions = (): Option[] => [
  apiOption(),
  contextOption(),
  outputOption(),
  columnsOption(),
  noHeadersOption(),
  requestTimeoutOption(),
  debugOption(),
];
