import { lazy, Suspense, useState } from 'react';
import { loadModule, thisPage } from '../../browser/chunk-reload.ts';
import { styled } from '../../browser/later-style.ts';
import { TopBarAction } from '../../context/top-bar-slot.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { ExportChoice } from './open-export.ts';

/** The dialog. Its code is loaded when it first opens. */
export const DiagnosticsDialog = lazy(async () => ({
  default: (await loadModule('diagnostics', () => styled(import('./DiagnosticsDialog.tsx')), thisPage))
    .DiagnosticsDialog,
}));

/** The 'Diagnostics' button in the top bar with its dialog. `target` is the target of the page, or null. */
export function DiagnosticsAction({ target = null }: { target?: ExportChoice['target'] }) {
  // null until it is first opened, so that its code is not loaded before.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <TopBarAction>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="download" size={14} />
        <span className="max-md:sr-only">Diagnostics</span>
      </Button>
      {isOpen === null ? null : (
        <Suspense>
          <DiagnosticsDialog open={isOpen} onClose={() => setOpen(false)} target={target} />
        </Suspense>
      )}
    </TopBarAction>
  );
}
