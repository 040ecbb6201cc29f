import type { Option } from 'commander';
import type { Reference } from './facts.ts';

/** Inside single quotes of a shell. */
const quoted = (text: string): string => text.replaceAll("'", `'\\''`);

const flagsOf = ({ short, long }: Option): string[] => [short, long].filter((flag) => flag !== undefined);

/** Words that an argument may be, where its name is a list of them: `[get|set]`, `<bash|zsh|fish>`. */
const wordsOf = (name: string): string[] => (name.includes('|') ? name.replace(/[<>[\].]/g, '').split('|') : []);

function allFlags({ options }: Reference, own: readonly Option[] = []): string[] {
  return [...own, ...options].flatMap(flagsOf).concat('--help');
}

const choiceOptions = ({ commands, options }: Reference): Option[] =>
  [...options, ...commands.flatMap((command) => command.options ?? [])].filter(
    ({ argChoices }) => argChoices !== undefined,
  );

function bash(reference: Reference): string {
  const cases = reference.commands.map(({ name, options, arguments: words = [] }) => {
    const all = [...words.flatMap((word) => wordsOf(word.name)), ...allFlags(reference, options)];
    return `    ${name}) words='${quoted(all.join(' '))}' ;;`;
  });
  const choices = choiceOptions(reference).map(
    (option) =>
      `    ${flagsOf(option).join('|')}) COMPREPLY=($(compgen -W '${option.argChoices?.join(' ') ?? ''}' -- "$current")); return ;;`,
  );
  return `# bash completion of trimtab: source <(trimtab completion bash)
_trimtab() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command='' word words
  case "$previous" in
${[...new Set(choices)].join('\n')}
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
      ${reference.commands.map(({ name }) => name).join('|')}) command="$word"; break ;;
    esac
  done
  case "$command" in
${cases.join('\n')}
    *) words='${reference.commands.map(({ name }) => name).join(' ')} help ${allFlags(reference).join(' ')} --version' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _trimtab trimtab
`;
}

/** In a description of zsh's _arguments, brackets and colons have a meaning. */
const described = (text: string): string => quoted(text.replace(/[[\]:]/g, (sign) => `\\${sign}`));

function zshOption(option: Option): string[] {
  const value = option.required
    ? `:value:${option.argChoices === undefined ? '_files' : `(${option.argChoices.join(' ')})`}`
    : '';
  return flagsOf(option).map((flag) => `'${flag}[${described(option.description)}]${value}'`);
}

function zsh(reference: Reference): string {
  const list = reference.commands.map(({ name, summary }) => `    '${name}:${described(summary)}'`);
  const cases = reference.commands.map(({ name, options = [], arguments: words = [] }) => {
    const choices = words.flatMap((word) => wordsOf(word.name));
    const first = choices.length > 0 ? [`'1:word:(${choices.join(' ')})'`] : [`'*:name:_files'`];
    const all = [...[...options, ...reference.options].flatMap(zshOption), ...first];
    return `      ${name}) _arguments ${all.join(' ')} ;;`;
  });
  return `#compdef trimtab
# zsh completion of trimtab: source <(trimtab completion zsh)
_trimtab() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _trimtab ]; then _trimtab; else compdef _trimtab trimtab; fi
`;
}

function fishOption(condition: string, { short, long, description, argChoices, required }: Option): string {
  const flags = [
    short === undefined ? [] : ['-s', short.slice(1)],
    long === undefined ? [] : ['-l', long.slice(2)],
  ].flat();
  const value = argChoices === undefined ? (required ? ' -r' : '') : ` -x -a '${argChoices.join(' ')}'`;
  return `complete -c trimtab -n '${condition}' ${flags.join(' ')} -d '${quoted(description)}'${value}`;
}

function fish(reference: Reference): string {
  const lines = reference.commands.flatMap(({ name, summary, options = [], arguments: words = [] }) => {
    const inside = `__fish_seen_subcommand_from ${name}`;
    const choices = words.flatMap((word) => wordsOf(word.name));
    return [
      `complete -c trimtab -n __fish_use_subcommand -f -a ${name} -d '${quoted(summary)}'`,
      ...(choices.length > 0 ? [`complete -c trimtab -n '${inside}' -f -a '${choices.join(' ')}'`] : []),
      ...options.map((option) => fishOption(inside, option)),
    ];
  });
  const global = reference.options.map((option) => fishOption('true', option));
  return `# fish completion of trimtab: trimtab completion fish | source\n${[...lines, ...global].join('\n')}\n`;
}

export const shells = { bash, zsh, fish } as const;
