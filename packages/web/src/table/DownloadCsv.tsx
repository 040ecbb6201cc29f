import { saveFile } from '../lib/save-file.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { type CsvCell, csvText } from './csv.ts';

export type DownloadCsvProps = {
  /** What the file is called, without its ending. */
  name: string;
  header: readonly string[];
  /** Asked for when the button is pressed. */
  rows: () => readonly (readonly CsvCell[])[];
};

/** Downloads a list as CSV. */
export function DownloadCsv({ name, header, rows }: DownloadCsvProps) {
  return (
    <Button look="quiet" onClick={() => saveFile(`${name}.csv`, csvText(header, rows()), 'text/csv')}>
      <Icon name="download" size={14} />
      CSV
    </Button>
  );
}
