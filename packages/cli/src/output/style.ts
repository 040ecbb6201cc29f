/** The meaning of a color. Words or signs always carry the same meaning, for terminals without color. */
export type TextStyle = 'plain' | 'strong' | 'dim' | 'good' | 'warn' | 'bad' | 'accent';

export const severityStyle = { low: 'good', medium: 'warn', high: 'bad' } as const;

const escapeCharacter = '\u001b';

/** The codes that switch a style on and off (SGR). */
const codes: Record<Exclude<TextStyle, 'plain'>, readonly [on: number, off: number]> = {
  strong: [1, 22],
  dim: [2, 22],
  good: [32, 39],
  warn: [33, 39],
  bad: [31, 39],
  accent: [36, 39],
};

export function paint(style: TextStyle, text: string, color: boolean): string {
  if (!color || style === 'plain' || text === '') return text;
  const [on, off] = codes[style];
  return `${escapeCharacter}[${on}m${text}${escapeCharacter}[${off}m`;
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
