/** Terminal escape sequences: CSI, string sequences such as OSC, two-byte escapes, and their C1 forms. */
const escapeSequences =
  // oxlint-disable-next-line no-control-regex -- this pattern must match control characters
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/g;
// oxlint-disable-next-line no-control-regex -- line breaks are control characters
const lineBreaks = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]+/g;
/** Direction overrides and marks, and zero-width characters except the joiners that scripts and emoji need. */
const invisibleCharacters = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/**
 * Makes text from outside safe to display in one line: removes escape sequences, control characters and direction
 * overrides, collapses runs of blanks and line breaks to one space, and cuts at `limit` code points.
 */
export function displayText(text: string, limit = 300): string {
  // Limit the work for very long messages.
  const head = text.slice(0, limit * 20);
  const plain = head.replace(escapeSequences, '').replace(invisibleCharacters, '').replace(lineBreaks, ' ').trim();
  return Array.from(plain).slice(0, limit).join('').trim();
}
