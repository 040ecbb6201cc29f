/**
 * Text from a cluster is data, never terminal control: a workload's name may hold escape sequences, carriage returns,
 * right-to-left overrides or characters of no width. Controls are shown in caret form, so that nothing is silently
 * lost; invisible format characters are removed.
 */
const controlCharacter = /\p{Cc}/gu;
const invisibleCharacters = /[\p{Cf}\p{Zl}\p{Zp}]/gu;
const unsafeInJson = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The longest name Kubernetes allows; a longer cell is not a name. */
const longestCell = 253;

/** C0 and DEL as `^[`, C1 as `^` and the C0 letter of the same low bits, as gh writes them. */
function caret(control: string): string {
  const code = control.charCodeAt(0);
  return code === 0x7f ? '^?' : `^${String.fromCharCode((code & 0x1f) + 0x40)}`;
}

/** One line of text that a terminal prints and does nothing else with. */
export function sanitize(text: string): string {
  return text.toWellFormed().replace(controlCharacter, caret).replace(invisibleCharacters, '');
}

/** As `sanitize`, but keeps line breaks: for texts of several lines that contain data. */
export function sanitizeLines(text: string): string {
  return text.split('\n').map(sanitize).join('\n');
}

let segmenter: Intl.Segmenter | undefined;

/** What a person counts as characters: an emoji of five code points is one. */
export function graphemesOf(text: string): string[] {
  // To make one loads tables for ten milliseconds: help and short names do without.
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** One table cell: sanitized, and cut at the length of the longest legal name. */
export function sanitizeCell(text: string): string {
  const line = sanitize(text);
  if (line.length <= longestCell) return line;
  const graphemes = graphemesOf(line);
  return graphemes.length <= longestCell ? line : `${graphemes.slice(0, longestCell - 1).join('')}…`;
}

/** `JSON.stringify` leaves DEL, C1 and bidi controls raw; as \u escapes they stay the same data and do nothing. */
export function escapeUnsafe(text: string): string {
  return text.replace(unsafeInJson, (character) => {
    let escaped = '';
    for (let index = 0; index < character.length; index += 1) {
      escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
    }
    return escaped;
  });
}

/** Whether a text holds anything that JSON or YAML must escape for a terminal's sake. */
export function isUnsafe(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) || !text.isWellFormed();
}
