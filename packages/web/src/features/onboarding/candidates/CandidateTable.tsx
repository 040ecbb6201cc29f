import { type Candidate, formatCount } from '@trimtab/core';
import { useMemo } from 'react';
import { DownloadCsv } from '../../../table/DownloadCsv.tsx';
import { ListTools } from '../../../table/ListTools.tsx';
import { Table } from '../../../table/Table.tsx';
import { tableCsv } from '../../../table/table-csv.ts';
import { Card } from '../../../ui/Card.tsx';
import type { Preflight } from '../preflight/group-findings.ts';
import { candidateColumns } from './candidate-columns.tsx';
import { candidateKey } from './candidate-key.ts';
import { countWorkloads } from './count-workloads.ts';

type CandidateTableProps = {
  namespace: string;
  candidates: readonly Candidate[];
  /** Null while the preflight is unknown. Undefined: the server has no preflight, so the column is absent. */
  preflight: Preflight | null | undefined;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  disabled: boolean;
};

/** The workloads that can be enrolled, with checkboxes to select them. */
export function CandidateTable({
  namespace,
  candidates,
  preflight,
  selected,
  onSelect,
  disabled,
}: CandidateTableProps) {
  const keys = useMemo(() => candidates.map(candidateKey), [candidates]);
  const columns = useMemo(
    () => candidateColumns({ keys, selected, onSelect, disabled }, preflight),
    [keys, selected, onSelect, disabled, preflight],
  );
  const { header, rowOf } = tableCsv(columns);
  const chosen = keys.filter((key) => selected.has(key)).length;
  const counted = countWorkloads(keys.length);
  return (
    <Card aria-label="Candidates" className="overflow-hidden">
      <header className="flex min-h-9 items-center justify-between gap-4 border-b py-0.5 pr-1 pl-4">
        <h2 className="font-semibold">Candidates</h2>
        <ListTools count={chosen === 0 ? counted : `${formatCount(chosen)} of ${counted} selected`}>
          <DownloadCsv name={`${namespace}-candidates`} header={header} rows={() => candidates.map(rowOf)} />
        </ListTools>
      </header>
      <Table label="Candidates" columns={columns} rows={candidates} rowKey={candidateKey} minWidth="20rem" cards={96} />
    </Card>
  );
}
