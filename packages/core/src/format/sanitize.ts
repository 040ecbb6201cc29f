const controlCharacter = /\p{Cc}/gu;
const invisibleCharacters = /[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Caret notation as in gh: `^[` for escape; a C1 control is shown as the C0 control with the same low bits. */
function caret(control: string): string {
  const code = control.charCodeAt(0);
  return code === 0x7f ? '^?' : `^${String.fromCharCode((code & 0x1f) + 0x40)}`;
}

/**
 * One line of text without control or invisible characters. Control characters become caret notation. Invisible
 * characters, such as direction overrides, are removed. Names from outside must not control a terminal or a
 * spreadsheet.
 */
export function sanitize(text: string): string {
  return text.toWellFormed().replace(controlCharacter, caret).replace(invisibleCharacters, '');
}
