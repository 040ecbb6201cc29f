import { sanitize } from './sanitize.ts';

/** A cell of a CSV file. Null is an empty cell. */
export type CsvCell = string | number | null;

export type CsvOptions = {
  /** Writes each record on one line: line breaks in a text become caret notation. */
  readonly singleLine?: boolean;
};

/** Characters that make a spreadsheet run a cell as a formula, full-width forms included (OWASP ASVS 1.2.10). */
const formulaStart = /^[=+\-@\t\r\n\0＝＋－＠]/;

/**
 * Rows as a CSV file (RFC 4180) with CRLF line ends; a null header is left out. Texts come from outside: one that a
 * spreadsheet would run as a formula gets a leading apostrophe, and control characters become caret notation. A number
 * is written at full precision, and as an empty cell if it is not finite.
 */
export function csvText(
  header: readonly string[] | null,
  rows: readonly (readonly CsvCell[])[],
  { singleLine = false }: CsvOptions = {},
): string {
  const sanitizeText = singleLine ? sanitize : sanitizeLines;
  const record = (row: readonly CsvCell[]) => `${row.map((cell) => cellText(cell, sanitizeText)).join(',')}\r\n`;
  return [...(header === null ? [] : [header]), ...rows].map(record).join('');
}

/** The separators have odd indexes, because the pattern captures them. */
const sanitizeLines = (text: string): string =>
  text
    .split(/(\r?\n)/)
    .map((part, index) => (index % 2 === 0 ? sanitize(part) : part))
    .join('');

function cellText(cell: CsvCell, sanitizeText: (text: string) => string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const safe = sanitizeText(cell);
  // Both texts are tested, because an invisible character before the sign must not hide it.
  const text = formulaStart.test(cell) || formulaStart.test(safe) ? `'${safe}` : safe;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
