import { commands } from './commands/index.ts';
import { globalOptions } from './commands/options.ts';

/** As in gh and kubectl, whose parser takes `-n=shop` for `-n shop`. */
const withoutEqualsSign = (word: string): string => word.replace(/^(-[a-zA-Z])=/, '$1');

/** What stands first in kubectl's lines and says nothing here: a command is what it shows. */
const verbs = new Set(['get', 'describe']);

/** Other words for a command, which are taken for it. */
const same = new Map([
  ['enroll', 'enroll'],
  ['namespace', 'namespaces'],
  ['ns', 'namespaces'],
]);

const isNamespace = (word: string): boolean => /^(-n|--namespace(=|$))/.test(word);
const hasValueInside = (word: string): boolean => word.includes('=') || /^-[a-zA-Z]./.test(word);

/** Where the command stands: behind the options of every command, and behind a namespace, as kubectl allows it. */
export function commandIndex(words: readonly string[]): number {
  const valued = new Set(globalOptions().flatMap(({ required, short, long }) => (required ? [short, long] : [])));
  let index = 0;
  for (let word = words[index]; word?.startsWith('-') === true; word = words[index]) {
    const takesNext = (isNamespace(word) || valued.has(word)) && !hasValueInside(word);
    index += takesNext ? 2 : 1;
  }
  return index;
}

/** `-n shop targets` is `targets -n shop`: a namespace is an option of commands, wherever kubectl's hands type it. */
function withNamespaceBehind(words: readonly string[]): string[] {
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

const named = (word: string): string => same.get(word) ?? word;
const isCommand = (word: string): boolean => commands.some(({ facts }) => facts.name === word);

/** `get -n shop targets` without its verb, where a command follows. */
function withoutVerb(words: readonly string[]): string[] {
  const at = commandIndex(words);
  const rest = words.slice(at + 1);
  const follows = isCommand(named(rest[commandIndex(rest)] ?? ''));
  return verbs.has(words[at] ?? '') && follows ? words.toSpliced(at, 1) : [...words];
}

/** A command line of gh's or kubectl's making, as it reads here; any other as it is. */
export function normalizeCommandLine(typed: readonly string[]): string[] {
  const words = withNamespaceBehind(withoutVerb(typed.map(withoutEqualsSign)));
  const at = commandIndex(words);
  const [first = '', second = ''] = words.slice(at);
  if (first === 'auth' && (second === 'login' || second === 'logout')) words.splice(at, 2, second);
  else if (first === 'help') words.splice(at + 1, 1, ...(second === '' ? [] : [named(second)]));
  else if (same.has(first)) words.splice(at, 1, named(first));
  return words;
}

/** What a command of gh or kubectl is called here. */
const commandHints = new Map([
  ['get', 'trimtab targets lists targets, trimtab target NAME shows one; trimtab --help has the rest.'],
  ['list', 'trimtab targets lists targets; trimtab --help has the rest.'],
  ['ls', 'trimtab targets lists targets; trimtab --help has the rest.'],
  ['describe', 'trimtab target NAME shows one target.'],
  ['delete', 'trimtab cleanup NAME ends the management of a target.'],
  ['top', 'trimtab watch is the live view.'],
  ['browse', 'trimtab open opens the console.'],
  ['dashboard', 'trimtab open opens the console.'],
  ['status', 'trimtab auth status says who is signed in, trimtab kpis how the cluster does.'],
  ['whoami', 'trimtab auth status says who is signed in.'],
  ['export', 'trimtab diagnostics exports what support needs; -o csv is for spreadsheets.'],
]);

/** What an option of gh or kubectl is called here. */
const optionHints = new Map([
  ['--json', 'JSON is -o json; jq selects from it.'],
  ['--jq', 'Pipe -o json into jq.'],
  ['-w', 'trimtab watch is the live view.'],
  ['--watch', 'trimtab watch is the live view.'],
  ['--sort-by', 'It is --sort name, mode or cost.'],
  ['-l', 'Targets have no labels; pipe -o json into jq to select.'],
  ['--selector', 'Targets have no labels; pipe -o json into jq to select.'],
  ['-X', 'The method is a word: trimtab api POST /v1/…'],
  ['--method', 'The method is a word: trimtab api POST /v1/…'],
  ['-s', 'The shell is a word: trimtab completion bash'],
  ['--shell', 'The shell is a word: trimtab completion bash'],
  ['--with-token', 'A token goes into TRIMTAB_TOKEN; nothing has to sign in then.'],
  ['--server', 'The API is named with --api URL.'],
  ['--hostname', 'The API is named with --api URL.'],
  ['--no-color', 'NO_COLOR=1 takes the color away.'],
  ['--color', 'NO_COLOR=1 takes the color away, CLICOLOR_FORCE=1 brings it.'],
]);

/** Where a word too many was probably meant for something else. */
const surplusHints = new Map([
  ['targets', 'trimtab target NAME shows one target; a namespace is named with -n.'],
  ['target', 'Give NAMESPACE/NAME, or NAME with -n NAMESPACE.'],
  ...['kpis', 'costs', 'check', 'watch', 'candidates'].map((name) => [name, 'A namespace is named with -n.'] as const),
]);

/** What was probably meant by a command line that commander refuses, by its code of the refusal. */
export function syntaxHint(code: string, words: readonly string[]): string | undefined {
  const command = words[commandIndex(words)] ?? '';
  if (code === 'commander.excessArguments') return surplusHints.get(command);
  const flags = words.filter((word) => word.startsWith('-')).map((word) => word.replace(/=.*/, ''));
  return commandHints.get(command) ?? flags.map((flag) => optionHints.get(flag)).find((hint) => hint !== undefined);
}
