/** Texts as a part of a sentence: `a`, `a and b`, `a, b and c`. */
export function formatList(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
