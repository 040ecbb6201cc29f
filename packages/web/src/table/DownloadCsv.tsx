import { toastText } from '@trimtab/core';
import { useState } from 'react';
import { loadModule, thisPage } from '../browser/chunk-reload.ts';
import { usePageAction } from '../context/page-actions.ts';
import { showToast } from '../context/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import type { CsvRows } from './save-csv.ts';

export type DownloadCsvProps = {
  /** The file name without its extension. */
  name: string;
  header: readonly string[];
  /** Called when the button is pressed. If only a part of the list is loaded, it may fetch the rest. */
  rows: () => CsvRows | Promise<CsvRows>;
  /** Why the list cannot be saved yet; null if it can. */
  waitsFor?: string | null;
  /** Names the list for screen readers if a page has several. */
  label?: string;
};

/** Downloads a list as CSV. If the list cannot be loaded completely, no file is saved. */
export function DownloadCsv({ name, header, rows, waitsFor = null, label }: DownloadCsvProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { saveCsv } = await loadModule('save-csv', () => import('./save-csv.ts'), thisPage);
      saveCsv(name, header, await rows());
    } catch (error) {
      const text = toastText(error);
      if (text !== null) showToast(text);
    } finally {
      setBusy(false);
    }
  };
  const press = () => {
    if (waitsFor !== null) showToast(waitsFor, 'info');
    else if (!isBusy) void save();
  };
  usePageAction(`Download ${name}.csv`, press);
  return (
    <Tooltip text={waitsFor}>
      <Button
        look="quiet"
        aria-disabled={isBusy || waitsFor !== null}
        {...(label === undefined ? {} : { 'aria-label': label })}
        onClick={press}
      >
        {isBusy ? <Spinner label="Preparing the file" size={14} /> : <Icon name="download" size={14} />}
        <span className="max-sm:sr-only">CSV</span>
      </Button>
    </Tooltip>
  );
}
