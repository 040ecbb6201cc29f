import { ourSequences } from '../output/style.ts';

/** Letters and signs of one column each, which nothing after them can widen: nothing here combines or joins. */
const oneColumnEach =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u25fc]*$/;

/**
 * The display width of most texts, at a glance: what measures any text knows every emoji, which takes ten milliseconds
 * to load. Null: this text has to be measured.
 */
export function plainWidth(text: string): number | null {
  const shown = text.includes('\u001b') ? text.replace(ourSequences, '') : text;
  return oneColumnEach.test(shown) ? shown.length : null;
}
