/** A cell of a CSV file: numbers stay numbers, null is an empty cell. */
export type CsvCell = string | number | null;

/** Characters that make a spreadsheet run a cell as a formula, full-width forms included (ASVS 1.2.10). */
const formulaStart = /^[=+\-@\t\r\n\0＝＋－＠]/;

/**
 * Rows as a CSV file (RFC 4180). Texts come from outside, so one that a spreadsheet would run as a formula gets a leading
 * apostrophe. Numbers are written as they are, a minus sign included. A number that is not finite becomes an empty cell.
 */
export function csvText(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const safe = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
