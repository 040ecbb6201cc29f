import { type CsvCell, csvText } from '@trimtab/core';
import { saveFile } from '../browser/save-file.ts';

export type CsvRows = readonly (readonly CsvCell[])[];

/** Downloads a list as CSV. `name` is the file name without its extension. */
export function saveCsv(name: string, header: readonly string[], rows: CsvRows): void {
  saveFile(`${name}.csv`, csvText(header, rows), 'text/csv');
}
