import { type Candidate, formatCount } from '@trimtab/core';
import { useMemo } from 'react';
import { DownloadCsv } from '../../../table/DownloadCsv.tsx';
import { ListTools } from '../../../table/ListTools.tsx';
import { Table } from '../../../table/Table.tsx';
import { tableCsv } from '../../../table/table-csv.ts';
import { Card } from '../../../ui/Card.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import type { Preflight } from '../preflight/group-findings.ts';
import { candidateColumns } from './candidate-columns.tsx';
import { candidateKey } from './candidate-key.ts';
import { countWorkloads } from './count-workloads.ts';

type CandidateTableProps = {
  namespace: string;
  candidates: readonly Candidate[];
  /** Null while the preflight is unknown. Undefined: the server has no preflight, so the column is absent. */
  preflight: Preflight | null | undefined;
  /** Names. Candidates of the same name are selected together, because the API enrolls by name. */
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  disabled: boolean;
  /** The list is fetched again. */
  isRefetching: boolean;
};

/** The workloads that can be enrolled, with checkboxes to select them. */
export function CandidateTable({
  namespace,
  candidates,
  preflight,
  selected,
  onSelect,
  disabled,
  isRefetching,
}: CandidateTableProps) {
  const names = useMemo(() => candidates.map(({ target_ref: { name } }) => name), [candidates]);
  const columns = useMemo(
    () => candidateColumns({ names, selected, onSelect, disabled }, preflight),
    [names, selected, onSelect, disabled, preflight],
  );
  const { header, rowOf } = tableCsv(columns);
  const chosen = names.filter((name) => selected.has(name)).length;
  const counted = countWorkloads(names.length);
  return (
    <Card aria-label="Candidates" className="overflow-hidden">
      <header className="flex min-h-9 items-center justify-between gap-4 border-b py-0.5 pr-1 pl-4">
        <h2 className="flex items-center gap-2 font-semibold">
          Candidates
          {isRefetching ? <Spinner label="Loading candidates" size={13} className="text-ink-3" /> : null}
        </h2>
        <ListTools count={chosen === 0 ? counted : `${formatCount(chosen)} of ${counted} selected`}>
          <DownloadCsv name={`${namespace}-candidates`} header={header} rows={() => candidates.map(rowOf)} />
        </ListTools>
      </header>
      {/* The awaited list may have other rows at these places, so that a click could select the wrong one. */}
      <div className={isRefetching ? 'pointer-events-none' : undefined}>
        <Table
          label="Candidates"
          columns={columns}
          rows={candidates}
          rowKey={candidateKey}
          isStale={isRefetching}
          minWidth="20rem"
          cards={96}
        />
      </div>
    </Card>
  );
}
