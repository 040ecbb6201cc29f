/** The meaning of a color. Words or signs always carry the same meaning, for terminals without color. */
export type TextStyle = 'plain' | 'strong' | 'dim' | 'good' | 'warn' | 'bad' | 'accent';

const escapeCharacter = '\u001b';

const open: Record<TextStyle, string> = {
  plain: '',
  strong: `${escapeCharacter}[1m`,
  dim: `${escapeCharacter}[2m`,
  good: `${escapeCharacter}[32m`,
  warn: `${escapeCharacter}[33m`,
  bad: `${escapeCharacter}[31m`,
  accent: `${escapeCharacter}[36m`,
};
const close: Record<TextStyle, string> = {
  plain: '',
  strong: `${escapeCharacter}[22m`,
  dim: `${escapeCharacter}[22m`,
  good: `${escapeCharacter}[39m`,
  warn: `${escapeCharacter}[39m`,
  bad: `${escapeCharacter}[39m`,
  accent: `${escapeCharacter}[39m`,
};

export function paint(style: TextStyle, text: string): string {
  return text === '' ? '' : `${open[style]}${text}${close[style]}`;
}

/** The only escape sequences that this program prints. */
export const ourSequences = new RegExp(`${escapeCharacter}\\[(?:[12]|22|3[1-6]|39)m`, 'g');

/** NO_COLOR overrides CLICOLOR_FORCE, which overrides the terminal (no-color.org, bixense.com/clicolors). */
export function wantsColor(environment: Record<string, string | undefined>, isTerminal: boolean): boolean {
  if ((environment['NO_COLOR'] ?? '') !== '') return false;
  const forced = environment['CLICOLOR_FORCE'] ?? '';
  if (forced !== '' && forced !== '0') return true;
  return isTerminal && environment['TERM'] !== 'dumb' && environment['CLICOLOR'] !== '0';
}
