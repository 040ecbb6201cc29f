/** What a colour means. Every tone is also said in words or by a sign: colour is never the only carrier. */
export type Tone = 'plain' | 'strong' | 'dim' | 'good' | 'warn' | 'bad' | 'accent';

const OPEN: Record<Tone, string> = {
  plain: '',
  strong: '\u001b[1m',
  dim: '\u001b[2m',
  good: '\u001b[32m',
  warn: '\u001b[33m',
  bad: '\u001b[31m',
  accent: '\u001b[36m',
};
const CLOSE: Record<Tone, string> = {
  plain: '',
  strong: '\u001b[22m',
  dim: '\u001b[22m',
  good: '\u001b[39m',
  warn: '\u001b[39m',
  bad: '\u001b[39m',
  accent: '\u001b[39m',
};

export function paint(tone: Tone, text: string): string {
  return text === '' ? '' : `${OPEN[tone]}${text}${CLOSE[tone]}`;
}

/** The only escape sequences that ever leave this program. */
export const OUR_SEQUENCES = /\u001b\[(?:0|1|2|22|3[1-6]|39)m/g;

/** NO_COLOR beats CLICOLOR_FORCE beats the terminal (no-color.org, bixense.com/clicolors). */
export function wantsColour(environment: Record<string, string | undefined>, isTerminal: boolean): boolean {
  if ((environment['NO_COLOR'] ?? '') !== '') return false;
  const forced = environment['CLICOLOR_FORCE'] ?? '';
  if (forced !== '' && forced !== '0') return true;
  return isTerminal && environment['TERM'] !== 'dumb' && environment['CLICOLOR'] !== '0';
}
