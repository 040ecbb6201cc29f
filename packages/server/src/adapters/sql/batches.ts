/** SQLite allows 32,766 parameters in a statement, PostgreSQL 65,535. */
const rowsPerStatement = 500;

/** So many rows are deleted in less than a second. A write of SQLite blocks the process. */
export const mostPruned = 5_000;

export function* batches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) yield rows.slice(start, start + rowsPerStatement);
}

/**
 * The rows to write, sorted by key, so that concurrent transactions lock them in the same order. Of rows with the same
 * key only the last is left, because PostgreSQL refuses a statement that writes a row twice.
 */
export const inOrderOfKeys = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] =>
  [...new Map(rows.map((row) => [keyOf(row), row]))].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);

export const batchesByKey = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): Iterable<readonly Row[]> =>
  batches(inOrderOfKeys(rows, keyOf));
