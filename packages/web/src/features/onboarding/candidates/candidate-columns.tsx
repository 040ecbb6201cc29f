import { type Candidate, missingMark } from '@trimtab/core';
import type { Column } from '../../../table/columns.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { type Preflight, verdictOf } from '../preflight/group-findings.ts';
import { CopyManifest } from './CopyManifest.tsx';
import { candidateKey } from './candidate-key.ts';

type Selection = {
  /** The name of each candidate. */
  names: readonly string[];
  /** Names. */
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  disabled: boolean;
};

// Longer names do not fit the name column on a narrow screen and get a tooltip.
const maxVisibleName = 20;

const verdicts = {
  ready: { tone: 'savings', icon: 'severityLow', text: 'Ready' },
  warning: { tone: 'waste', icon: 'severityMedium', text: 'Warning' },
  problem: { tone: 'danger', icon: 'severityHigh', text: 'Problem' },
} as const;

/** The verdict of the preflight, which a tooltip explains. */
function preflightColumn(preflight: Preflight | null): Column<Candidate> {
  const sentencesOf = (candidate: Candidate) => {
    const checked = preflight?.get(candidateKey(candidate));
    return checked === undefined ? [] : [...checked.problems, ...checked.warnings, ...(checked.notes ?? [])];
  };
  return {
    id: 'preflight',
    header: 'Preflight',
    width: '7rem',
    cell: (candidate) => {
      const checked = preflight?.get(candidateKey(candidate));
      if (checked === undefined) return <span className="text-ink-3">{missingMark}</span>;
      const { tone, icon, text } = verdicts[verdictOf(checked)];
      return (
        <Tooltip text={sentencesOf(candidate).join(' ')}>
          <button type="button" className="flex cursor-help items-center">
            <Badge tone={tone}>
              <Icon name={icon} size={13} />
              {text}
            </Badge>
          </button>
        </Tooltip>
      );
    },
    csv: { Preflight: (candidate) => sentencesOf(candidate).join(' ') },
  };
}

/** The columns of the candidate table: checkbox, name, kind, manifest, and preflight on servers that have this call. */
export function candidateColumns(
  { names, selected, onSelect, disabled }: Selection,
  preflight: Preflight | null | undefined,
): readonly Column<Candidate>[] {
  const chosen = names.filter((name) => selected.has(name)).length;
  const toggle = (name: string, on: boolean) => {
    const next = new Set(selected);
    if (on) next.add(name);
    else next.delete(name);
    onSelect(next);
  };
  const selectAll = (
    <Checkbox
      aria-label="Select all workloads"
      disabled={disabled}
      checked={chosen === names.length}
      isMixed={chosen > 0 && chosen < names.length}
      onChange={(event) => onSelect(new Set(event.target.checked ? names : []))}
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
      cell: ({ target_ref: { name } }) => (
        <Checkbox
          aria-label={`Select ${name}`}
          disabled={disabled}
          checked={selected.has(name)}
          onChange={(event) => toggle(name, event.target.checked)}
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
    ...(preflight === undefined ? [] : [preflightColumn(preflight)]),
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
