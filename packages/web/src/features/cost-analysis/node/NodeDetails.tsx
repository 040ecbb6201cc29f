import { applyNodeInput, type NodeInput, nodeInputs, type NodeSettings } from '@trimtab/core';
import { useId, useState } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';

const labels: Record<NodeInput, string> = {
  cpuCores: 'CPU Capacity (Cores)',
  memoryGigabytes: 'Memory Capacity (GB)',
  hourlyCost: 'Cost ($/hour)',
};
const order = ['cpuCores', 'memoryGigabytes', 'hourlyCost'] as const;

export type NodeDetailsProps = {
  settings: NodeSettings;
  isLoading: boolean;
  edit: (input: NodeInput, text: string) => void;
};

/** The node that all costs on the page are reckoned on. */
export function NodeDetails({ settings, isLoading, edit }: NodeDetailsProps) {
  const shown = nodeInputs(settings);
  return (
    <Card
      aria-label="Node Details"
      className="grid items-start gap-x-8 gap-y-3 px-4 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <div>
        <h2 className="text-lead font-semibold">Node Details</h2>
        <p className="text-small text-ink-3">Every cost below is a share of this node. Edits show at once.</p>
      </div>
      <div className="grid grid-cols-3 items-end gap-3">
        {order.map((input) => (
          <NodeField
            key={input}
            input={input}
            value={isLoading ? '' : String(shown[input])}
            isDisabled={isLoading}
            isUsable={(text) => applyNodeInput(settings, input, text) !== settings}
            edit={edit}
          />
        ))}
      </div>
    </Card>
  );
}

type NodeFieldProps = {
  input: NodeInput;
  value: string;
  isDisabled: boolean;
  isUsable: (text: string) => boolean;
  edit: NodeDetailsProps['edit'];
};

/** While it has the focus it shows what is typed; then what counts. */
function NodeField({ input, value, isDisabled, isUsable, edit }: NodeFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const isRefused = typed !== null && !isUsable(typed);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-small font-medium text-ink-2">
        {labels[input]}
      </label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        min="0"
        step="any"
        disabled={isDisabled}
        value={typed ?? value}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? `${id}-note` : undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          edit(input, target.value);
        }}
        onBlur={() => setTyped(null)}
        className={classNames(
          'h-8 w-full rounded-md border bg-surface px-3 tabular-nums',
          isRefused ? 'border-danger' : 'border-line-strong',
        )}
      />
      {isRefused ? (
        <p id={`${id}-note`} className="text-small text-danger">
          Enter a number above 0. {value} still counts.
        </p>
      ) : null}
    </div>
  );
}
