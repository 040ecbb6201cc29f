/** What a colour means. Every tone is also said in words or by a sign: colour is never the only carrier. */
export type Tone = 'plain' | 'strong' | 'dim' | 'good' | 'warn' | 'bad' | 'accent';

const ESCAPE = '\u001b';

const OPEN: Record<Tone, string> = {
  plain: '',
  strong: `${ESCAPE}[1m`,
  dim: `${ESCAPE}[2m`,
  good: `${ESCAPE}[32m`,
  warn: `${ESCAPE}[33m`,
  bad: `${ESCAPE}[31m`,
  accent: `${ESCAPE}[36m`,
};
const CLOSE: Record<Tone, string> = {
  plain: '',
  strong: `${ESCAPE}[22m`,
  dim: `${ESCAPE}[22m`,
  good: `${ESCAPE}[39m`,
  warn: `${ESCAPE}[39m`,
  bad: `${ESCAPE}[39m`,
  accent: `${ESCAPE}[39m`,
};

export function paint(tone: Tone, text: string): string {
  return text === '' ? '' : `${OPEN[tone]}${text}${CLOSE[tone]}`;
}

/** The only escape sequences that ever leave this program. */
export const OUR_SEQUENCES = new RegExp(`${ESCAPE}\\[(?:[12]|22|3[1-6]|39)m`, 'g');

/** NO_COLOR beats CLICOLOR_FORCE beats the terminal (no-color.org, bixense.com/clicolors). */
export function wantsColour(environment: Record<string, string | undefined>, isTerminal: boolean): boolean {
  if ((environment['NO_COLOR'] ?? '') !== '') return false;
  const forced = environment['CLICOLOR_FORCE'] ?? '';
  if (forced !== '' && forced !== '0') return true;
  return isTerminal && environment['TERM'] !== 'dumb' && environment['CLICOLOR'] !== '0';
}
