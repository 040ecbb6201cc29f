import { parseDuration } from '@trimtab/core/duration';
import { InvalidArgumentError, Option } from 'commander';
import { variableName } from '../environment.ts';
import { outputFormats } from '../output/formats.ts';

/** Stored in the option object, because two bundles contain this module, and a map in the module would exist twice. */
type OwnOption = Option & { variable?: string; completion?: Completion };

/** The variable name that follows from the option's name. Help names a variable only if it differs. */
export const usualVariable = ({ long }: Option): string => variableName((long ?? '').slice(2));

/**
 * An option and its environment variable, which has the usual name unless one is given. Not commander's own `.env()`,
 * which reads only the environment of the process and treats `TRIMTAB_DEBUG=false` as true.
 */
export function option(flags: string, description: string, variable?: string): Option {
  const made = new Option(flags, description);
  return Object.assign(made, { variable: variable ?? usualVariable(made) });
}

/** The hidden first word of the command line with which a completion script reads names from the program. */
export const completeWord = '__complete';

/** What completion offers for a value: fixed words, or names that the program reads from the API. */
export type Completion = readonly string[] | 'contexts' | 'clusters' | 'namespaces' | 'targets' | 'limits';

export const completed = (made: Option, completion: Completion): Option => Object.assign(made, { completion });

export const completionOf = ({ argChoices, completion }: OwnOption): Completion => argChoices ?? completion ?? [];

/** Undefined for the options that commander adds, such as --version. */
export const variableOf = ({ variable }: OwnOption): string | undefined => variable;

/** The default of an option as text; undefined if it has none. */
export const defaultOf = ({ defaultValue, defaultValueDescription }: Option): string | undefined =>
  typeof defaultValue === 'string' ? defaultValue : defaultValueDescription;

/** Parses a number of these limits, a whole one unless `decimals` is given. */
export const numberFrom =
  (least: number, most: number, usage: string, { decimals = false } = {}) =>
  (text: string): number => {
    const number = Number(text);
    const isNumber = decimals ? /^\d+(\.\d+)?$/.test(text) : /^\d+$/.test(text);
    if (!isNumber || number < least || number > most) throw new InvalidArgumentError(usage);
    return number;
  };

export const positiveInteger = numberFrom(1, 1_000_000, 'Use a whole number of 1 or more.');

/** The value is checked later, when the command is known: for diagnostics it names a file. */
function outputOption(): Option {
  const made = option(
    '-o, --output <format>',
    'the output format; also jsonpath=TEMPLATE, custom-columns=HEADER:PATH',
  ).default('table');
  made.argChoices = [...outputFormats];
  return made;
}

export const namespaceOption = (description: string) =>
  completed(option('-n, --namespace <name>', description), 'namespaces');

const uniqueNames = (text: string, before: readonly string[] = []): string[] => [
  ...new Set([...before, ...names(text)]),
];

/** For commands that accept several namespaces: with commas, or the option repeated. */
export const namespacesOption = (description: string) =>
  completed(
    option('-n, --namespace <names>', `${description}; several with commas`).argParser(uniqueNames),
    'namespaces',
  );

/** The option -A. `wholeScopeOf` reads it from the options of a command. */
export const allNamespacesOption = (description: string) => option('-A, --all-namespaces', description);

/** Read with `scopeOf`. */
export const clusterOption = () =>
  completed(
    option('--cluster <names>', 'only of this cluster; several with commas').argParser(uniqueNames),
    'clusters',
  );

export const limitOption = () => option('--limit <count>', 'print at most this many').argParser(positiveInteger);

type DurationLimits = { leastMs?: number; mostMs?: number; unit?: string };

/** Parses a duration to milliseconds. `unit` is that of a number without one; without it such a number is an error. */
export const duration =
  (usage: string, { leastMs = 1, mostMs = 3_153_600_000_000, unit = '' }: DurationLimits = {}) =>
  (text: string): number => {
    const milliseconds = parseDuration(/^\d+$/.test(text) ? `${text}${unit}` : text) ?? 0;
    if (milliseconds < leastMs || milliseconds > mostMs) throw new InvalidArgumentError(usage);
    return Math.round(milliseconds);
  };

const requestTimeout = duration('Use a time such as 500ms, 10s or 2m, 10m at most.', { mostMs: 600_000, unit: 's' });

function names(text: string): string[] {
  const list = text.split(',').map((name) => name.trim());
  if (list.includes('')) throw new InvalidArgumentError('Separate the names with commas. A name must not be empty.');
  return list;
}

/** The option -w of lists that `follow` of output/stream.ts prints. */
export const watchOption = () => option('-w, --watch', 'then print new and changed rows until Ctrl-C');

/** The option has no variable, because a variable that stays set would confirm every later change. */
export const yesOption = (description: string) => new Option('-y, --yes', description);

export const signInOptions = () => [
  option('--issuer <url>', 'the sign-in provider (default: from the API)'),
  option('--client-id <id>', 'the OAuth client (default: from the API)'),
  option('--audience <name>', 'the audience of the token (default: from the API)'),
];

/** The options of every command, in the order of --help. */
export const globalOptions = (): Option[] => [
  option('--api <url>', 'address of the API').default('http://127.0.0.1:4400'),
  completed(option('--context <name>', 'the context to use'), 'contexts'),
  outputOption(),
  option('--json <fields>', 'print these fields as JSON: name,status').argParser(names),
  option('--jq <filter>', "filter the JSON with jq: '.items[].name'"),
  option('--columns <names>', 'only these columns, in this order: name,status').argParser(names),
  option('--no-headers', 'omit the header line in pipes and CSV'),
  option('--request-timeout <time>', 'time limit of a request, at most 10m (default: 30s)').argParser(requestTimeout),
  option('--debug', 'log requests on stderr, without secrets'),
];
