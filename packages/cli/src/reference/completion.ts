import { Option } from 'commander';
import type { CommandFacts } from '../commands/define.ts';
import { type Completion, completeWord, completionOf } from '../commands/options.ts';
import type { Reference } from './definitions.ts';

/** Escapes a text for single quotes of a shell. */
const quoted = (text: string): string => text.replaceAll("'", `'\\''`);

const flagsOf = ({ short, long }: Option): string[] => [short, long].filter((flag) => flag !== undefined);

const isFile = ({ flags }: Option): boolean => flags.includes('<file>');

/** For a command that writes a file, -o names that file. */
const fileOption = () => new Option('-o, --output <file>', 'the file to write');

const isOutput = ({ long }: Option): boolean => long === '--output';

/** The command's own options, then the options of every command. */
function optionsOf({ options: shared }: Reference, { options = [], writesFile }: CommandFacts): Option[] {
  return [...options, ...shared.map((option) => (writesFile === true && isOutput(option) ? fileOption() : option))];
}

/** The values that completion offers for each argument. */
const choicesOf = ({ arguments: words = [] }: CommandFacts): Completion[] => words.map(({ choices = [] }) => choices);

/** A shell assignment of the suggested words, or of the kind of names that the script reads from the program. */
const bashWords = (completion: Completion): string =>
  typeof completion === 'string' ? `dynamic='${completion}'` : `words='${completion.join(' ')}'`;

function bash(reference: Reference): string {
  const { commands, options: shared } = reference;
  const names = commands.map(({ name }) => name).join(' ');
  const all = [...shared, ...commands.flatMap(({ options = [] }) => options)].filter(({ required }) => required);
  const values = commands.flatMap((command) =>
    optionsOf(reference, command).flatMap((option) =>
      completionOf(option).length === 0
        ? []
        : [
            `    ${flagsOf(option)
              .map((flag) => `${command.name}:${flag}`)
              .join('|')}) ${bashWords(completionOf(option))} ;;`,
          ],
    ),
  );
  const places = commands.flatMap((command) =>
    choicesOf(command).flatMap((choices, place) => {
      const isLast = command.arguments?.[place]?.name.includes('...') === true;
      return choices.length === 0 ? [] : [`    ${command.name}:${isLast ? '*' : place}) ${bashWords(choices)} ;;`];
    }),
  );
  const flags = commands.map(
    (command) =>
      `    ${command.name}) words="$words ${optionsOf(reference, command).flatMap(flagsOf).join(' ')} --help" ;;`,
  );
  return `# bash completion of trimtab: source <(trimtab completion bash)
_trimtab_names() {
  "\${COMP_WORDS[0]}" ${completeWord} "$dynamic" "\${typed[@]}" 2>/dev/null
}
# Not compgen -W, which would execute $(…) in a name of the server.
_trimtab_offer() {
  local -a offered=()
  local word
  read -r -d '' -a offered <<< "$words"
  for word in "\${offered[@]}"; do
    if [[ "$word" == "$current"* ]]; then COMPREPLY+=("$prefix$word"); fi
  done
}
_trimtab() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command='' word words='' valued='' dynamic='' prefix='' place=0 split=''
  local -a typed=()
  COMPREPLY=()
  # bash splits words at "=" and ":", as in --mode=auto and http://host.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ \${#typed[@]} -gt 0 ] && [[ -n "$split" || "$word" == [=:]* ]]; then
      typed[\${#typed[@]}-1]+="$word"
    else
      typed+=("$word")
    fi
    case "$word" in [=:]*) split="$word" ;; *) split='' ;; esac
  done
  case "$current" in [=:]*) split="$current"; current='' ;; esac
  case "$split" in :*) return ;; =*) typed[\${#typed[@]}-1]="\${typed[\${#typed[@]}-1]%%=*}" ;; esac
  for word in "\${typed[@]}"; do
    if [ -n "$valued" ]; then valued=''; continue; fi
    case "$word" in
      ${[...new Set(all.flatMap(flagsOf))].join('|')}) valued="$word" ;;
      -*) ;;
      *) if [ -z "$command" ]; then command="$word"; else place=$((place + 1)); fi ;;
    esac
  done
  if [ -n "$valued" ]; then
    case "$command:$valued" in
${values.join('\n')}
    :-o|:--output) words='${shared.find(isOutput)?.argChoices?.join(' ') ?? ''}' ;;
    *:-n|*:--namespace) dynamic='namespaces' ;;
    *:--context) dynamic='contexts' ;;
    esac
    if [ -n "$dynamic" ]; then
      words="$(_trimtab_names)"
      # Of several names with commas, the last one is completed.
      case "$current" in *,*) prefix="\${current%,*},"; current="\${current##*,}" ;; esac
    fi
    _trimtab_offer
    return
  fi
  case "$command:$place" in
    help:0) words='${names}' ;;
${places.join('\n')}
  esac
  if [ -n "$dynamic" ] && [[ "$current" != -* ]]; then words="$(_trimtab_names)"; command='-'; fi
  # Suggest options only if there are no words to suggest or an option was begun.
  if [ -n "$words" ] && [[ "$current" != -* ]]; then command='-'; fi
  case "$command" in
    '') words='${names} help ${shared.flatMap(flagsOf).join(' ')} --help --version' ;;
${flags.join('\n')}
  esac
  _trimtab_offer
}
complete -o default -F _trimtab trimtab
`;
}

/** Escapes brackets and colons, which have a meaning in zsh's _arguments. */
const described = (text: string): string => quoted(text.replace(/[[\]:]/g, (sign) => `\\${sign}`));

/** Words for _arguments, or a call of the function that reads names from the program. */
const zshAction = (completion: Completion): string =>
  typeof completion === 'string' ? `{_trimtab_names ${completion}}` : `(${completion.join(' ')})`;

function zshOption(option: Option): string[] {
  const completion = completionOf(option);
  const action = completion.length === 0 ? (isFile(option) ? '_files' : ' ') : zshAction(completion);
  const value = option.required ? `:value:${action}` : '';
  return flagsOf(option).map((flag) => `'${flag}[${described(option.description)}]${value}'`);
}

/** Any further argument, without suggestions. zsh would not complete options in place of an empty action. */
const anyArgument = "'*:name:{ : }'";

function zsh(reference: Reference): string {
  const { options: shared } = reference;
  const valued = ['-n', '--namespace', ...shared.filter(({ required }) => required).flatMap(flagsOf)].join('|');
  const list = reference.commands.map(({ name, summary }) => `    '${name}:${described(summary)}'`);
  const cases = reference.commands.map((command) => {
    const words = choicesOf(command).map((choices, place) => {
      const isLast = command.arguments?.[place]?.name.includes('...') === true;
      return `'${isLast ? '*' : place + 1}:word:${zshAction(choices)}'`;
    });
    const isOpen = command.arguments?.at(-1)?.name.includes('...') === true;
    const all = [...optionsOf(reference, command).flatMap(zshOption), ...words, ...(isOpen ? [] : [anyArgument])];
    return `      ${command.name}) _arguments ${all.join(' ')} ;;`;
  });
  return `#compdef trimtab
# zsh completion of trimtab: source <(trimtab completion zsh)
_trimtab_names() {
  local -a found
  found=("\${(@f)$("\${_trimtab_line[1]}" ${completeWord} "$1" "\${(@)_trimtab_line[2,-1]}" 2>/dev/null)}")
  # Of several names with commas, the last one is completed.
  compset -P '*,'
  compadd -a found
}
_trimtab() {
  local -a commands _trimtab_line
  _trimtab_line=("\${(@)words[1,CURRENT-1]}")
  commands=(
${list.join('\n')}
  )
  # Global options and a namespace may come before the command.
  local -i at=2
  while (( at < CURRENT )) && [[ "$words[at]" == -* ]]; do
    case "$words[at]" in
      ${valued}) (( at += 2 )) ;;
      *) (( at += 1 )) ;;
    esac
  done
  if (( CURRENT <= at )); then
    if (( CURRENT < at )) || [[ "$words[CURRENT]" == -* ]]; then
      _arguments ${shared.flatMap(zshOption).join(' ')} ${anyArgument}
    else
      _describe command commands
    fi
    return
  fi
  local command="$words[at]"
  shift $(( at - 1 )) words
  (( CURRENT -= at - 1 ))
  case "$command" in
      help) _describe command commands ;;
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _trimtab ]; then _trimtab; else compdef _trimtab trimtab; fi
`;
}

/** The part of the word before the name that is being completed: the names before it, with their commas. */
const fishPrefix = String.raw`(string replace -r "[^,]*\$" "" -- (commandline -ct))`;

const fishWordsOf = (completion: Completion): string =>
  typeof completion === 'string'
    ? `${fishPrefix}(trimtab ${completeWord} ${completion} (commandline -opc)[2..] 2>/dev/null)`
    : completion.join(' ');

function fishOption(condition: string, option: Option): string {
  const { short, long, description, required } = option;
  const completion = completionOf(option);
  const flags = [
    short === undefined ? [] : ['-s', short.slice(1)],
    long === undefined ? [] : ['-l', long.slice(2)],
  ].flat();
  const free = required ? (isFile(option) ? ' -r -F' : ' -x') : '';
  const value = completion.length === 0 ? free : ` -x -a '${fishWordsOf(completion)}'`;
  return `complete -c trimtab -n '${condition}' ${flags.join(' ')} -d '${quoted(description)}'${value}`;
}

const seen = (words: readonly string[]): string => `__fish_seen_subcommand_from ${words.join(' ')}`;

/** Suggests the words of an argument after the arguments before it are complete. */
function fishWords(command: CommandFacts): string[] {
  const places = choicesOf(command);
  return places.flatMap((choices, place) => {
    if (choices.length === 0) return [];
    const before = [[command.name], ...places.slice(0, place)].filter((each) => typeof each !== 'string').map(seen);
    const conditions = typeof choices === 'string' ? before : [...before, `not ${seen(choices)}`];
    return [`complete -c trimtab -n '${conditions.join('; and ')}' -a '${fishWordsOf(choices)}'`];
  });
}

function fish(reference: Reference): string {
  const { commands, options } = reference;
  const writers = commands.filter(({ writesFile }) => writesFile === true);
  const lines = commands.flatMap((command) => [
    `complete -c trimtab -n __fish_use_subcommand -a ${command.name} -d '${quoted(command.summary)}'`,
    ...fishWords(command),
    ...(command.options ?? []).map((option) => fishOption(seen([command.name]), option)),
  ]);
  const shared = options.map((option) =>
    fishOption(isOutput(option) ? `not ${seen(writers.map(({ name }) => name))}` : 'true', option),
  );
  return [
    '# fish completion of trimtab: trimtab completion fish | source',
    'complete -c trimtab -f',
    "complete -c trimtab -n __fish_use_subcommand -a help -d 'show the help of a command'",
    `complete -c trimtab -n '${seen(['help'])}' -a '${commands.map(({ name }) => name).join(' ')}'`,
    ...lines,
    ...writers.map(({ name }) => fishOption(seen([name]), fileOption())),
    ...shared,
    '',
  ].join('\n');
}

export const shells = { bash, zsh, fish } as const;
