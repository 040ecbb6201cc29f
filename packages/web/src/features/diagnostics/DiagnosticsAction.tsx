import { TopBarAction } from '../../context/top-bar-slot.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { ExportChoice } from './open-export.ts';
import { useDiagnostics } from './use-diagnostics.tsx';

/** The 'Diagnostics' button in the top bar with its dialog. `target` is the target of the page, or null. */
export function DiagnosticsAction({ target = null }: { target?: ExportChoice['target'] }) {
  const { open, dialog } = useDiagnostics(target);
  return (
    <TopBarAction>
      <Button aria-haspopup="dialog" onClick={open}>
        <Icon name="download" size={14} />
        <span className="max-md:sr-only">Diagnostics</span>
      </Button>
      {dialog}
    </TopBarAction>
  );
}
