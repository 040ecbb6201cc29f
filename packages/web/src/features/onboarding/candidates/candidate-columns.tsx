import type { Candidate } from '@trimtab/core';
import type { Column } from '../../../table/columns.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { CopyManifest } from './CopyManifest.tsx';
import { candidateKey } from './candidate-key.ts';

type Selection = {
  keys: readonly string[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  disabled: boolean;
};

// Longer names do not fit the name column on a narrow screen and get a tooltip.
const maxVisibleName = 20;

/** The columns of the candidate table: checkbox, name, kind and manifest. */
export function candidateColumns({ keys, selected, onSelect, disabled }: Selection): readonly Column<Candidate>[] {
  const chosen = keys.filter((key) => selected.has(key)).length;
  const toggle = (key: string, on: boolean) => {
    const next = new Set(selected);
    if (on) next.add(key);
    else next.delete(key);
    onSelect(next);
  };
  const selectAll = (
    <Checkbox
      aria-label="Select all workloads"
      disabled={disabled}
      checked={chosen === keys.length}
      isMixed={chosen > 0 && chosen < keys.length}
      onChange={(event) => onSelect(new Set(event.target.checked ? keys : []))}
    />
  );
  return [
    {
      id: 'select',
      header: 'Select',
      width: '2.75rem',
      headerCell: selectAll,
      card: 'corner',
      cardHeader: (
        <label className="flex items-center gap-2">
          {selectAll}
          Select all
        </label>
      ),
      cell: (candidate) => (
        <Checkbox
          aria-label={`Select ${candidate.target_ref.name}`}
          disabled={disabled}
          checked={selected.has(candidateKey(candidate))}
          onChange={(event) => toggle(candidateKey(candidate), event.target.checked)}
        />
      ),
    },
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      cell: ({ target_ref: { name } }) => (
        <Tooltip text={name.length > maxVisibleName ? name : null}>
          <bdi className="block truncate">{name}</bdi>
        </Tooltip>
      ),
      csv: { Name: ({ target_ref }) => target_ref.name },
    },
    {
      id: 'kind',
      header: 'Kind',
      width: '30%',
      cell: ({ target_ref: { kind } }) => (
        <span className="block truncate text-ink-2" title={kind}>
          {kind}
        </span>
      ),
      csv: { Kind: ({ target_ref }) => target_ref.kind },
    },
    {
      id: 'yaml',
      header: 'YAML',
      width: '4rem',
      align: 'end',
      card: 'corner',
      cell: (candidate) => <CopyManifest candidate={candidate} />,
    },
  ];
}
