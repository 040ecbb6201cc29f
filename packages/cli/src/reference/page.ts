import type { Option } from 'commander';
import type { CommandFacts } from '../commands/define.ts';
import { defaultOf, variableOf } from '../commands/options.ts';
import { exitCodeMeaning } from '../exit-code.ts';
import { type Reference, usageOf } from './definitions.ts';
import { variables } from './variables.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function optionTable(options: readonly Option[]): string[] {
  if (options.length === 0) return [];
  const rows = options.map((option) => {
    const choices = option.argChoices === undefined ? '' : ` One of ${option.argChoices.join(', ')}.`;
    const without = defaultOf(option);
    const fallback = without === undefined ? '' : ` Default: ${without}.`;
    return `| \`${option.flags.replaceAll('|', '\\|')}\` | ${cell(option.description)}.${choices}${fallback} | \`${variableOf(option) ?? ''}\` |`;
  });
  return ['', '| option | what it does | environment |', '| --- | --- | --- |', ...rows];
}

function section(command: CommandFacts): string[] {
  const words = (command.arguments ?? []).map(({ name, description }) => `- \`${name}\`: ${description}.`);
  const examples = command.examples.flatMap(({ line, does }) => [`# ${does}`, line]);
  return [
    '',
    `## trimtab ${command.name}`,
    '',
    `\`${usageOf(command)}\``,
    '',
    command.description,
    ...(words.length > 0 ? ['', ...words] : []),
    ...optionTable(command.options ?? []),
    '',
    '```sh',
    ...examples,
    '```',
    '',
    `Exit codes: ${command.exitCodes.map((code) => `${code} ${exitCodeMeaning[code]}`).join('; ')}.`,
  ];
}

/** docs/reference/cli.md. */
export function cliPage({ commands, options }: Reference): string {
  return [
    '# The CLI',
    '',
    'Made by `node scripts/generate-reference.ts` from the definitions that `trimtab --help` is made from. A flag beats',
    'its variable in the environment, and that the context in the configuration file.',
    '',
    '| command | what it does |',
    '| --- | --- |',
    ...commands.map(({ name, summary }) => `| [\`${name}\`](#trimtab-${name}) | ${cell(summary)} |`),
    '',
    '## Options of every command',
    ...optionTable(options),
    '',
    '## Environment',
    '',
    'Beside the variables that stand for flags:',
    '',
    '| variable | what it does |',
    '| --- | --- |',
    ...variables.map(({ name, does }) => `| \`${name}\` | ${cell(does)} |`),
    '',
    '## Exit codes',
    '',
    '| code | meaning |',
    '| --- | --- |',
    ...Object.entries(exitCodeMeaning).map(([code, meaning]) => `| ${code} | ${meaning} |`),
    ...commands.flatMap(section),
    '',
  ].join('\n');
}
