import { formatCount, type Sort } from '@trimtab/core';
import { useClient } from '../../../api/client.tsx';
import { fetchAllNamespaceTargets } from '../../../api/namespace-targets.ts';
import { DownloadCsv } from '../../../table/DownloadCsv.tsx';
import { ListTools } from '../../../table/ListTools.tsx';
import { tableCsv } from '../../../table/table-csv.ts';
import type { TargetKind } from '../namespaces/section-view.ts';
import { targetColumns } from './target-columns.tsx';
import type { NamespaceTargets } from './use-namespace-targets.ts';

type TargetToolsProps = {
  namespace: string;
  kind: TargetKind;
  targets: Pick<NamespaceTargets, 'rows' | 'hasMore'>;
  /** The number of targets in the list of all targets. */
  listed: number;
  sort: Sort;
};

/** The number of targets in the tab, and a CSV download of all of them in the order on the screen. */
export function TargetTools({ namespace, kind, targets: { rows, hasMore }, listed, sort }: TargetToolsProps) {
  const client = useClient();
  if (rows === null || rows.length === 0) return null;
  const { header, rowOf } = tableCsv(targetColumns[kind]);
  const all = async () =>
    hasMore ? await fetchAllNamespaceTargets(client, { namespace, managed: kind === 'autonomous', sort }) : rows;
  return (
    <ListTools count={countText(rows.length, hasMore, listed)}>
      <DownloadCsv
        name={`${namespace}-${kind}`}
        label={`Download the targets of ${namespace} as CSV`}
        header={['Namespace', ...header]}
        rows={async () => (await all()).map((row) => [row.namespace, ...rowOf(row)])}
      />
    </ListTools>
  );
}

function countText(shown: number, hasMore: boolean, listed: number): string {
  if (!hasMore) return `${formatCount(shown)} ${shown === 1 ? 'target' : 'targets'}`;
  return listed > shown ? `${formatCount(shown)} of ${formatCount(listed)} targets` : `${formatCount(shown)}+ targets`;
}
