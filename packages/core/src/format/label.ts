/** Maximum number of characters of a target name in the label of a bar. */
const longestLabel = 42;

let graphemes: Intl.Segmenter | undefined;

/**
 * Cuts a text after `length` characters and adds an ellipsis. A character is a grapheme, so an
 * emoji or an accented letter is never cut in two.
 */
export function truncateLabel(text: string, length: number = longestLabel): string {
  // The number of graphemes never exceeds the number of code units.
  if (text.length <= length) return text;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === length) return `${text.slice(0, index)}…`;
    count += 1;
  }
  return text;
}
