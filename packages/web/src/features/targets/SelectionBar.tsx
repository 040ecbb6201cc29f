import { type ClusterTarget, formatCount, toastText } from '@trimtab/core';
import { useState } from 'react';
import { useClient } from '../../api/client.tsx';
import { loadModule, thisPage } from '../../browser/chunk-reload.ts';
import { showToast } from '../../context/toasts.ts';
import { DownloadCsv, type DownloadCsvProps } from '../../table/DownloadCsv.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Spinner } from '../../ui/Spinner.tsx';

type SelectionBarProps = {
  targets: readonly ClusterTarget[];
  csv: Pick<DownloadCsvProps, 'header' | 'rows'>;
  /** Selects the whole list; absent if the list is too long. */
  onSelectAll: (() => Promise<void>) | null;
  onClear: () => void;
};

/** Actions for the selected targets: export, download, select all, clear. */
export function SelectionBar({ targets, csv, onSelectAll, onClear }: SelectionBarProps) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const text = toastText(error);
      if (text !== null) showToast(text);
    } finally {
      setBusy(false);
    }
  };
  const save = async () => {
    const { exportBundle } = await loadModule('export-bundle', () => import('./export-bundle.ts'), thisPage);
    const { exported, leftOut } = await exportBundle(client, targets, Date.now());
    const [reason] = leftOut;
    if (exported === 0) showToast(`There is nothing to export. ${reason ?? ''}`);
    else if (reason !== undefined) {
      showToast(`${formatCount(leftOut.length)} of them could not be exported. README.md says why.`, 'info');
    }
  };
  return (
    <section
      aria-label="Selected targets"
      className="flex flex-wrap items-center gap-1 border-b bg-accent-soft px-4 py-1.5"
    >
      <p aria-live="polite" className="mr-2 font-medium tabular-nums">
        {formatCount(targets.length)} selected
      </p>
      <Button look="quiet" aria-disabled={isBusy} onClick={() => void (isBusy || run(save))}>
        {isBusy ? <Spinner label="Reading the suggestions" size={14} /> : <Icon name="download" size={14} />}
        Export changes
      </Button>
      <DownloadCsv name="targets-selected" label="CSV of the selected targets" {...csv} />
      {onSelectAll === null ? null : (
        <Button look="quiet" aria-disabled={isBusy} onClick={() => void (isBusy || run(onSelectAll))}>
          Select all
        </Button>
      )}
      <Button look="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </section>
  );
}
