import { type CsvCell, csvText, toastText } from '@trimtab/core';
import { useState } from 'react';
import { saveFile } from '../browser/save-file.ts';
import { usePageAction } from '../context/page-actions.ts';
import { showToast } from '../context/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Spinner } from '../ui/Spinner.tsx';

type Rows = readonly (readonly CsvCell[])[];

export type DownloadCsvProps = {
  /** The file name without its extension. */
  name: string;
  header: readonly string[];
  /** Called when the button is pressed. If only a part of the list is loaded, it may fetch the rest. */
  rows: () => Rows | Promise<Rows>;
  /** Names the list for screen readers if a page has several. */
  label?: string;
};

/** Downloads a list as CSV. If the list cannot be loaded completely, no file is saved. */
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
  const press = () => void (isBusy || save());
  usePageAction(`Download ${name}.csv`, press);
  return (
    <Button
      look="quiet"
      aria-disabled={isBusy}
      {...(label === undefined ? {} : { 'aria-label': label })}
      onClick={press}
    >
      {isBusy ? <Spinner label="Preparing the file" size={14} /> : <Icon name="download" size={14} />}
      <span className="max-sm:sr-only">CSV</span>
    </Button>
  );
}
