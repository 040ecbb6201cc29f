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
  /** The target in context; null where there is none. */
  target: ExportChoice['target'];
};

/** What goes into an export of diagnostics. Not the app's modal: closing that one would clear the page's address. */
export function DiagnosticsDialog({ open, onClose, target }: DiagnosticsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Diagnostics">
      <ExportForm target={target} onClose={onClose} />
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
        The last 7 days, as one archive. Logs may hold what your workloads write there: look before you pass it on.
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
