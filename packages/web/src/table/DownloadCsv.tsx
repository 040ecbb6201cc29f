import { toastText } from '@trimtab/core';
import { useState } from 'react';
import { saveFile } from '../browser/save-file.ts';
import { showToast } from '../context/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { type CsvCell, csvText } from './csv.ts';

type Rows = readonly (readonly CsvCell[])[];

export type DownloadCsvProps = {
  /** What the file is called, without its ending. */
  name: string;
  header: readonly string[];
  /** Asked for when the button is pressed; a list that is shown in part may have to fetch the rest first. */
  rows: () => Rows | Promise<Rows>;
  /** Says which list it is, where several stand on one page. */
  label?: string;
};

/** Downloads a list as CSV; a list that cannot be completed is not saved as if it were complete. */
export function DownloadCsv({ name, header, rows, label }: DownloadCsvProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(`${name}.csv`, csvText(header, await rows()), 'text/csv');
    } catch (error) {
      const text = toastText(error);
      if (text !== null) showToast(text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      look="quiet"
      aria-disabled={isBusy}
      {...(label === undefined ? {} : { 'aria-label': label })}
      onClick={() => void (isBusy || save())}
    >
      {isBusy ? <Spinner label="Preparing the file" size={14} /> : <Icon name="download" size={14} />}
      <span className="max-sm:sr-only">CSV</span>
    </Button>
  );
}
