import type { ContainerResource } from '@trimtab/core';
import { type Histories, historyKey } from '../queries.ts';
import { UtilizationRow } from './UtilizationRow.tsx';

export type UtilizationListProps = { resources: readonly ContainerResource[]; histories: Histories };

/** The containers and their resources, in the order of the workload. */
export function UtilizationList({ resources, histories }: UtilizationListProps) {
  const containers = Map.groupBy(resources, ({ container }) => container);
  return (
    <ul>
      {[...containers].map(([name, rows]) => (
        <li key={name} className="px-4 py-3 not-last:border-b">
          <h3 className="truncate font-medium" title={name}>
            <bdi>{name}</bdi>
          </h3>
          <table className="w-full table-fixed">
            <colgroup>
              <col className="w-19 sm:w-24" />
              <col />
              <col className="w-36 sm:w-48" />
              <col className="w-15 sm:w-18" />
            </colgroup>
            <thead className="sr-only">
              <tr>
                <th>Resource</th>
                <th>History</th>
                <th>Used of requested</th>
                <th>Utilization</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((one) => (
                <UtilizationRow
                  key={one.resource}
                  resource={one}
                  history={histories.get(historyKey(name, one.resource)) ?? []}
                />
              ))}
            </tbody>
          </table>
        </li>
      ))}
    </ul>
  );
}
