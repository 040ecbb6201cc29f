import { type ReactNode, useId } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { NodeField } from './NodeField.tsx';
import type { NodeSettingsView, SavingState } from './use-node-settings.ts';

const order = ['cpuCores', 'memoryGigabytes', 'hourlyCost'] as const;

const notes: Record<SavingState, string> = {
  rest: 'Edits apply immediately and are saved.',
  saving: 'Saving…',
  saved: 'Saved.',
  unsaved: 'On this page only.',
};

/** The node whose size and price all costs on the page are based on. Without the server's values, it cannot be edited. */
export function NodeDetails({
  settings,
  isLoading,
  hasFailed,
  saving,
  edit,
  endEdit,
  save,
  undo,
  retry,
}: NodeSettingsView) {
  const noteId = useId();
  const isUnsaved = saving === 'unsaved';
  const failure = isUnsaved
    ? 'The saved settings could not be loaded. These are from the address.'
    : 'The settings could not be loaded. Costs are those of the default node. It cannot be edited.';
  return (
    <Card
      aria-label="Node Details"
      className="grid items-start gap-x-6 gap-y-3 px-4 py-3 md:grid-cols-[15rem_minmax(0,1fr)] xl:grid-cols-2"
    >
      <div>
        <h2 className="text-lead font-semibold">Node Details</h2>
        <p className="text-small text-ink-3">Every cost below is a share of this node.</p>
        <p className="flex min-h-6 flex-wrap items-center gap-x-3 text-small text-ink-3">
          <span id={noteId} aria-live="polite" className={isUnsaved || hasFailed ? 'text-waste' : undefined}>
            {hasFailed ? failure : notes[saving]}
          </span>
          {hasFailed ? <TextButton onClick={retry}>Retry</TextButton> : null}
          {isUnsaved ? <TextButton onClick={save}>Save</TextButton> : null}
          {undo ? <TextButton onClick={undo}>Undo</TextButton> : null}
        </p>
      </div>
      {/* The third row is for the error text of an input. One line is always reserved for it. */}
      <div className="grid grid-cols-3 grid-rows-[auto_auto_minmax(1.25rem,auto)] gap-x-3">
        {order.map((input) => (
          <NodeField
            key={input}
            input={input}
            settings={settings}
            isLoading={isLoading}
            lockedBy={hasFailed ? noteId : null}
            edit={edit}
            endEdit={endEdit}
          />
        ))}
      </div>
    </Card>
  );
}

function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onClick} className="h-6 rounded-sm font-medium text-accent hover:underline">
      {children}
    </button>
  );
}
