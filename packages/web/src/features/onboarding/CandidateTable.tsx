import type { Candidate } from '@trimtab/core';
import { Card } from '../../ui/Card.tsx';
import { candidateKey } from './candidate-key.ts';
import { CopyManifest } from './CopyManifest.tsx';

type CandidateTableProps = {
  candidates: readonly Candidate[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  disabled: boolean;
};

/** The workloads that could be enrolled, each to be chosen by its checkbox. */
export function CandidateTable({ candidates, selected, onSelect, disabled }: CandidateTableProps) {
  const keys = candidates.map(candidateKey);
  const chosen = keys.filter((key) => selected.has(key)).length;
  const toggle = (key: string, on: boolean) => {
    const next = new Set(selected);
    if (on) next.add(key);
    else next.delete(key);
    onSelect(next);
  };
  return (
    <Card aria-label="Candidates" className="overflow-hidden">
      <table className="w-full table-fixed">
        <thead className="text-left text-small text-ink-3">
          <tr className="h-9">
            <th className="w-12 pl-4">
              <input
                type="checkbox"
                aria-label="Select all workloads"
                className="block size-4 accent-accent"
                disabled={disabled}
                checked={chosen === keys.length}
                ref={(element) => {
                  if (element !== null) element.indeterminate = chosen > 0 && chosen < keys.length;
                }}
                onChange={(event) => onSelect(new Set(event.target.checked ? keys : []))}
              />
            </th>
            <th className="font-medium">Name</th>
            <th className="w-32 font-medium">Kind</th>
            <th className="w-16 pr-3 text-right font-medium">YAML</th>
          </tr>
        </thead>
        <tbody>
          {candidates.map((candidate) => {
            const key = candidateKey(candidate);
            const { name, kind } = candidate.target_ref;
            return (
              <tr key={key} className="h-10 border-t hover:bg-sunken/50">
                <td className="pl-4">
                  <input
                    type="checkbox"
                    aria-label={`Select ${name}`}
                    className="block size-4 accent-accent"
                    disabled={disabled}
                    checked={selected.has(key)}
                    onChange={(event) => toggle(key, event.target.checked)}
                  />
                </td>
                <td className="truncate pr-3 font-medium" title={name}>
                  <bdi>{name}</bdi>
                </td>
                <td className="truncate text-ink-2" title={kind}>
                  {kind}
                </td>
                <td className="pr-2 text-right">
                  <CopyManifest candidate={candidate} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
