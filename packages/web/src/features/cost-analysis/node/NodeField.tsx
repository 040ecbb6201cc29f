import { applyNodeInput, type NodeInput, type NodeSettings, nodeInputs, stepNodeInput } from '@trimtab/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import type { NodeSettingsView } from './use-node-settings.ts';

const labels: Record<NodeInput, string> = {
  cpuCores: 'CPU Capacity (Cores)',
  memoryGigabytes: 'Memory Capacity (GB)',
  hourlyCost: 'Cost ($/hour)',
};
const directions = new Map([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
] as const);
/**
 * The characters that a number may contain. A comma is accepted here and rejected later, because removing it would turn
 * `1,5` into 15.
 */
const ofNumbers = /^[\d.,+\-eE\s]*$/;

export type NodeFieldProps = {
  input: NodeInput;
  settings: NodeSettings;
  isLoading: boolean;
  /** The id of the text that says why the value cannot be edited; null if it can. */
  lockedBy: string | null;
  edit: NodeSettingsView['edit'];
  endEdit: NodeSettingsView['endEdit'];
};

/**
 * One number of the node. While it has the focus it shows the typed text, otherwise the value in use. It is not
 * `type="number"`, because the browser would drop invalid text before the console can reject it.
 */
export function NodeField({ input, settings, isLoading, lockedBy, edit, endEdit }: NodeFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const value = isLoading ? '' : String(nodeInputs(settings)[input]);
  const isRefused = typed !== null && applyNodeInput(settings, input, typed) === settings;
  const enter = (text: string) => {
    setTyped(text);
    edit(input, text);
  };
  const leave = () => {
    setTyped(null);
    endEdit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = [...directions].find(([key]) => key === event.key)?.[1];
    if (direction === undefined) {
      if (event.key === 'Escape' || event.key === 'Enter') leave();
      return;
    }
    event.preventDefault();
    enter(stepNodeInput(settings, input, direction));
  };
  return (
    // Label, input and error are in rows of the surrounding grid, so that the inputs of all fields stay aligned.
    <div className="contents">
      <label htmlFor={id} className="row-start-1 self-end text-small font-medium text-ink-2">
        {labels[input]}
      </label>
      <input
        id={id}
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        disabled={isLoading || lockedBy !== null}
        value={typed ?? value}
        aria-valuenow={nodeInputs(settings)[input]}
        aria-valuemin={0}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? `${id}-note` : (lockedBy ?? undefined)}
        onBeforeInput={(event) => {
          if (!ofNumbers.test(event.data)) event.preventDefault();
        }}
        onChange={({ target }) => enter(target.value)}
        onKeyDown={onKeyDown}
        onBlur={leave}
        className={classNames(
          'row-start-2 mt-1 h-8 w-full rounded-md border bg-surface px-3 tabular-nums',
          isRefused ? 'border-danger' : 'border-line-strong',
        )}
      />
      {isRefused ? (
        <p id={`${id}-note`} className="col-span-full row-start-3 pt-1 text-small text-danger">
          {typed.includes(',') ? 'Write a decimal point, not a comma: 1.5.' : 'Enter a number above 0.'} {value} stays
          in use.
        </p>
      ) : null}
    </div>
  );
}
