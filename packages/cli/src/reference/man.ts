import type { Option } from 'commander';
import type { CommandFacts } from '../commands/define.ts';
import { variableOf } from '../commands/options.ts';
import { exitCodeMeaning } from '../exit-code.ts';
import { describeOption, type Reference, usageOf } from './definitions.ts';
import { variables } from './variables.ts';

/** Escapes backslashes, hyphens, and a dot or quote at the start of a line, which roff interprets. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');

function optionLines(option: Option): string[] {
  const variable = variableOf(option);
  const environment = variable === undefined ? '' : ` [$${variable}]`;
  return ['.TP', `.B ${roff(option.flags)}`, roff(`${describeOption(option)}${environment}`)];
}

function section(command: CommandFacts): string[] {
  return [
    `.SS ${roff(usageOf(command))}`,
    roff(command.description),
    ...(command.arguments ?? []).flatMap(({ name, description }) => [
      '.TP',
      `.I ${roff(name)}`,
      roff(`${description}.`),
    ]),
    ...(command.options ?? []).flatMap(optionLines),
    ...Object.entries(command.examples).flatMap(([line, does]) => [
      '.PP',
      roff(`${does}:`),
      '.PP',
      '.RS',
      '.nf',
      roff(line),
      '.fi',
      '.RE',
    ]),
  ];
}

/** man/trimtab.1. */
export function manPage({ commands, options }: Reference, version: string): string {
  return [
    `.TH TRIMTAB 1 "" "trimtab ${version}" "Trimtab"`,
    // No hyphenation: a hyphenated variable name would be wrong when copied.
    '.nh',
    '.ad l',
    '.SH NAME',
    'trimtab \\- automatic scaling of Kubernetes workloads, from a terminal',
    '.SH SYNOPSIS',
    '.B trimtab',
    '.I command',
    '[\\fIoptions\\fR]',
    '.SH OPTIONS OF EVERY COMMAND',
    ...options.flatMap(optionLines),
    '.SH COMMANDS',
    ...commands.flatMap(section),
    '.SH ENVIRONMENT',
    'Besides the variables of options:',
    ...variables.flatMap(({ name, does }) => ['.TP', `.B ${roff(name)}`, roff(`${does}.`)]),
    '.SH EXIT STATUS',
    ...Object.entries(exitCodeMeaning).flatMap(([code, meaning]) => ['.TP', `.B ${code}`, roff(`${meaning}.`)]),
    '',
  ].join('\n');
}
