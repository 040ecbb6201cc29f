import { targetKey } from '@trimtab/core';
import { useState } from 'react';
import { useClient } from '../../api/client.tsx';
import { useUser } from '../../context/user.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { type ExportChoice, exportParameters, openExport } from './open-export.ts';

export type DiagnosticsDialogProps = {
  open: boolean;
  onClose: () => void;
  /** The target of the page; null if there is none. */
  target: ExportChoice['target'];
};

/** The dialog for a diagnostics export. It does not use the app's modal, because closing that clears the URL's parameters. */
export function DiagnosticsDialog({ open, onClose, target }: DiagnosticsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Diagnostics">
      {/* The dialog of the search box stays open when the user goes back to another page. */}
      <ExportForm key={target === null ? '' : targetKey(target)} target={target} onClose={onClose} />
    </Dialog>
  );
}

function ExportForm({ target, onClose }: Omit<DiagnosticsDialogProps, 'open'>) {
  const client = useClient();
  const isSignedIn = useUser() !== null;
  const [includePodLogs, setPodLogs] = useState(false);
  const [includeMetrics, setMetrics] = useState(true);
  const [allTargets, setAllTargets] = useState(target === null);
  const exported = allTargets ? null : target;
  const start = () => {
    void openExport(
      client,
      exportParameters({ includePodLogs, includeMetrics, target: exported }, Date.now()),
      isSignedIn,
    );
    onClose();
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-lead">
        Exporting diagnostics for{' '}
        {exported === null ? 'all AI Scale Targets' : <bdi className="font-medium break-all">{exported.name}</bdi>}
      </p>
      <fieldset className="flex flex-col gap-1">
        <legend className="sr-only">Contents</legend>
        <Choice label="Include pod logs" checked={includePodLogs} onChange={setPodLogs} />
        <Choice label="Include metrics" checked={includeMetrics} onChange={setMetrics} />
        {target === null ? null : <Choice label="Include all targets" checked={allTargets} onChange={setAllTargets} />}
      </fieldset>
      <p className="text-small text-ink-3">
        The archive covers the last 7 days. Logs may contain sensitive data of your workloads. Check them before you
        share it.
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" onClick={start}>
          Export
        </Button>
      </div>
    </div>
  );
}

type ChoiceProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

function Choice({ label, checked, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-7 items-center gap-2 self-start">
      <Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
