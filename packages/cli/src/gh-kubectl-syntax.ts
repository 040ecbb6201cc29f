import { commands } from './commands/index.ts';
import { globalOptions } from './commands/options.ts';

/** gh and kubectl accept `-n=shop` for `-n shop`. */
const withoutEqualsSign = (word: string): string => word.replace(/^(-[a-zA-Z])=/, '$1');

/** The first words of kubectl command lines, such as `get targets`, that are ignored here. */
const verbs = new Set(['get', 'describe']);

/** Other accepted names of commands. */
const aliases = new Map([
  ['namespace', 'namespaces'],
  ['ns', 'namespaces'],
]);

const isNamespace = (word: string): boolean => /^(-n|--namespace(=|$))/.test(word);
const hasValueInside = (word: string): boolean => word.includes('=') || /^-[a-zA-Z]./.test(word);

/** The index of the command. As in kubectl, global options and a namespace may come before it. */
export function commandIndex(words: readonly string[]): number {
  const valued = new Set(globalOptions().flatMap(({ required, short, long }) => (required ? [short, long] : [])));
  let index = 0;
  for (let word = words[index]; word?.startsWith('-') === true; word = words[index]) {
    const takesNext = (isNamespace(word) || valued.has(word)) && !hasValueInside(word);
    index += takesNext ? 2 : 1;
  }
  return index;
}

/** Whether a namespace, but no command was given. */
export function isOnlyNamespace(words: readonly string[]): boolean {
  const flags = words.filter((word) => word.startsWith('-'));
  return commandIndex(words) >= words.length && flags.every((flag) => isNamespace(flag) || flag === '-A');
}

/** Moves a namespace behind the command: `-n shop targets` becomes `targets -n shop`. */
function withNamespaceAfterCommand(words: readonly string[]): string[] {
  const at = commandIndex(words);
  const command = words[at];
  if (command === undefined) return [...words];
  const before: string[] = [];
  const moved: string[] = [];
  for (let index = 0; index < at; index += 1) {
    const word = words[index] ?? '';
    const isMoved = isNamespace(word) || word === '-A' || word === '--all-namespaces';
    (isMoved ? moved : before).push(word);
    if (isNamespace(word) && !hasValueInside(word)) moved.push(words[(index += 1)] ?? '');
  }
  return [...before, command, ...moved, ...words.slice(at + 1)];
}

const resolveAlias = (word: string): string => aliases.get(word) ?? word;
const isCommand = (word: string): boolean => commands.some(({ facts }) => facts.name === word);

/** Removes `get` or `describe` if a command follows, as in `get -n shop targets`. */
function withoutVerb(words: readonly string[]): string[] {
  const at = commandIndex(words);
  const rest = words.slice(at + 1);
  const follows = isCommand(resolveAlias(rest[commandIndex(rest)] ?? ''));
  return verbs.has(words[at] ?? '') && follows ? words.toSpliced(at, 1) : [...words];
}

/** Translates the syntax of gh and kubectl into that of this program. Other command lines stay unchanged. */
export function normalizeCommandLine(typed: readonly string[]): string[] {
  const words = withNamespaceAfterCommand(withoutVerb(typed.map(withoutEqualsSign)));
  const at = commandIndex(words);
  const [first = '', second = ''] = words.slice(at);
  if (first === 'auth' && (second === 'login' || second === 'logout')) words.splice(at, 2, second);
  else if (first === 'help') words.splice(at + 1, 1, ...(second === '' ? [] : [resolveAlias(second)]));
  else if (aliases.has(first)) words.splice(at, 1, resolveAlias(first));
  return words;
}

const unenrollHint = 'trimtab cleanup NAME un-enrolls a target.';

const commandHints = new Map([
  ...['unenroll', 'un-enroll', 'unenrol', 'un-enrol', 'disenroll', 'unmanage', 'delete', 'remove', 'rm'].map(
    (name) => [name, unenrollHint] as const,
  ),
  ['get', 'trimtab targets lists targets, trimtab target NAME shows one; trimtab --help lists all commands.'],
  ['list', 'trimtab targets lists targets; trimtab --help lists all commands.'],
  ['ls', 'trimtab targets lists targets; trimtab --help lists all commands.'],
  ['describe', 'trimtab target NAME shows one target.'],
  ['why', 'trimtab explain NAME shows why.'],
  ['top', 'trimtab watch shows a live view.'],
  ['browse', 'trimtab open opens the console.'],
  ['dashboard', 'trimtab open opens the console.'],
  ['status', 'trimtab auth status shows who is signed in, trimtab kpis the key figures of the cluster.'],
  ['whoami', 'trimtab auth status shows who is signed in.'],
]);

const optionHints = new Map([
  ['--json', 'Name the fields: --json name,status'],
  ['-q', "Use --jq '.items[].name'."],
  ['--template', "Use -o jsonpath='{.items[*].name}'."],
  ['-w', 'trimtab targets -w prints changes, trimtab watch shows a live view.'],
  ['--watch', 'trimtab targets -w prints changes, trimtab watch shows a live view.'],
  ['--sort-by', 'Use --sort with a field, such as name or cost.'],
  ['-l', 'trimtab targets and trimtab export select by label.'],
  ['--selector', 'trimtab targets and trimtab export select by label.'],
  ['-X', 'The method is an argument: trimtab api POST /v1/…'],
  ['--method', 'The method is an argument: trimtab api POST /v1/…'],
  ['-s', 'The shell is an argument: trimtab completion bash'],
  ['--shell', 'The shell is an argument: trimtab completion bash'],
  ['--with-token', 'Set TRIMTAB_TOKEN to the token. Sign-in is then not necessary.'],
  ['--server', 'To select the API use --api URL.'],
  ['--hostname', 'To select the API use --api URL.'],
  ['--no-color', 'To disable color set NO_COLOR=1.'],
  ['--color', 'To disable color set NO_COLOR=1; to force it set CLICOLOR_FORCE=1.'],
]);

/** Hints for commands with too many arguments. */
const surplusHints = new Map([
  ['targets', 'trimtab target NAME shows one target; a namespace is given with -n.'],
  ...['kpis', 'costs', 'check', 'watch', 'candidates'].map((name) => [name, 'A namespace is given with -n.'] as const),
]);

/** Commands that accept several namespaces but have no -A. */
const namedOnly = new Set(['candidates', 'enroll']);

/** What to use instead of the command of these words, or of `help` with it; undefined if there is no hint. */
export function commandHint(words: readonly string[]): string | undefined {
  const [first = '', second = ''] = words.slice(commandIndex(words));
  return commandHints.get(first === 'help' ? second : first);
}

/** A hint for a command line that commander rejects with this error code; undefined if there is none. */
export function syntaxHint(code: string, words: readonly string[]): string | undefined {
  if (code === 'commander.excessArguments') return surplusHints.get(words[commandIndex(words)] ?? '');
  const flags = words.filter((word) => word.startsWith('-')).map((word) => word.replace(/=.*/, ''));
  const isEverywhere = flags.some((flag) => flag === '-A' || flag === '--all-namespaces');
  if (code === 'commander.unknownOption' && isEverywhere && namedOnly.has(words[commandIndex(words)] ?? ''))
    return 'Name the namespaces: -n NAMESPACE,NAMESPACE. trimtab namespaces lists them.';
  return commandHint(words) ?? flags.map((flag) => optionHints.get(flag)).find((hint) => hint !== undefined);
}
