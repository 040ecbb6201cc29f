/** How many characters of a target's name a bar's label shows. */
const longestLabel = 42;

let graphemes: Intl.Segmenter | undefined;

/**
 * A text cut after so many characters, with an ellipsis. A character is what a reader takes for one (a grapheme), so an
 * emoji or an accented letter is never cut in two.
 */
export function truncateLabel(text: string, length: number = longestLabel): string {
  // A text of so few code units has no more graphemes than that.
  if (text.length <= length) return text;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === length) return `${text.slice(0, index)}…`;
    count += 1;
  }
  return text;
}
