import { type CsvCell } from '@trimtab/core';
import type { Column } from './columns.ts';

/** The header of a table's CSV file, and the function that turns a row into its line. */
export function tableCsv<Row>(columns: readonly Column<Row>[]) {
  const csvColumns = columns.flatMap(({ csv = {} }) => Object.entries(csv));
  return {
    header: csvColumns.map(([header]) => header),
    rowOf: (row: Row): CsvCell[] => csvColumns.map(([, cell]) => cell(row)),
  };
}
