// Not imported from the index of core, because --help must not load it.
import { sanitize } from '@trimtab/core/sanitize';

const unsafeInJson = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Longer than every name and sentence of our server. The text of another server can have any length. */
const maxCellLength = 2_000;

/** Like `sanitize`, but keeps line breaks, for texts of several lines that contain data. */
export function sanitizeLines(text: string): string {
  return text.split('\n').map(sanitize).join('\n');
}

let segmenter: Intl.Segmenter | undefined;

/** User-perceived characters: an emoji of five code points is one. */
export function graphemesOf(text: string): string[] {
  // Created on demand, because it loads tables for ten milliseconds.
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** A table cell or a note: sanitized, in one line, and cut if it is very long. */
export function sanitizeCell(text: string): string {
  const line = sanitize(text);
  if (line.length <= maxCellLength) return line;
  const graphemes = graphemesOf(line);
  return graphemes.length <= maxCellLength ? line : `${graphemes.slice(0, maxCellLength - 1).join('')}…`;
}

/** Escapes DEL, C1 and bidi controls, which `JSON.stringify` leaves unescaped. The parsed data stays the same. */
export function escapeUnsafe(text: string): string {
  return text.replace(unsafeInJson, (character) => {
    let escaped = '';
    for (let index = 0; index < character.length; index += 1) {
      escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
    }
    return escaped;
  });
}

/** Whether a text contains characters that could control a terminal. */
export function isUnsafe(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) || !text.isWellFormed();
}
