import { type ReactNode, useCallback, useState } from 'react';
import { styled } from '../../browser/later-style.ts';
import { loadedLater } from '../../browser/loaded-later.tsx';
import { CardBoundary } from '../../table/CardBoundary.tsx';
import type { ExportChoice } from './open-export.ts';

const DiagnosticsDialog = loadedLater(
  'diagnostics',
  () => styled(import('./DiagnosticsDialog.tsx')).then((module) => module.DiagnosticsDialog),
  null,
);

/** The dialog for a diagnostics export, and a function that opens it. `target` is the target of the page, or null. */
export function useDiagnostics(target: ExportChoice['target']): { open: () => void; dialog: ReactNode } {
  // null until it is first opened, so that its code is not loaded before.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const open = useCallback(() => setOpen(true), []);
  const dialog =
    isOpen === null ? null : (
      <CardBoundary name="Diagnostics" onFailure={() => setOpen(null)}>
        <DiagnosticsDialog open={isOpen} onClose={() => setOpen(false)} target={target} />
      </CardBoundary>
    );
  return { open, dialog };
}
