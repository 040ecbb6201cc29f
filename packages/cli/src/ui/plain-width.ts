import { ourSequences } from '../output/style.ts';

/** Characters that are one column wide and do not combine or join with others. */
const oneColumnEach =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u25fc]*$/;

/** The display width of simple characters; null for others, which need string-width (slow to load). */
export function plainWidth(text: string): number | null {
  const shown = text.includes('\u001b') ? text.replace(ourSequences, '') : text;
  return oneColumnEach.test(shown) ? shown.length : null;
}
