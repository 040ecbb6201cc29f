import type { Column } from './columns.ts';

/** A cell of a CSV file: numbers stay numbers, null is an empty cell. */
export type CsvCell = string | number | null;

/** What a spreadsheet would take for the beginning of a formula, full-width forms included (ASVS 1.2.10). */
const formulaStart = /^[=+\-@\t\r\n\0＝＋－＠]/;

/**
 * Rows as a CSV file (RFC 4180). Texts come from outside: one that a spreadsheet would execute gets an apostrophe. Numbers
 * are ours and stay as they are, a leading minus included; one that is not finite is an empty cell.
 */
export function csvText(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

/** Header and rows of a table's CSV file: its columns that have something to say there. */
export function tableCsv<Row>(columns: readonly Column<Row>[]) {
  const told = columns.flatMap(({ header, csvCell }) => (csvCell ? [{ header, csvCell }] : []));
  return {
    header: told.map(({ header }) => header),
    rowOf: (row: Row): CsvCell[] => told.map(({ csvCell }) => csvCell(row)),
  };
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const safe = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
