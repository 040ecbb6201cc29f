import { formatCount, formatDate, formatResource, type ResourceName, type WhatIf } from '@trimtab/core';
import type { Column } from '../../../table/columns.ts';

/** One step of the answer. */
export type WhatIfRow = Omit<WhatIf['steps'][number], 'timestamp'> & { readonly at: number };

export const rowsOf = ({ steps }: WhatIf): WhatIfRow[] =>
  steps.map(({ timestamp, ...step }) => ({ at: Date.parse(timestamp), ...step }));

type Amount = 'cpu' | 'memory' | 'cpuPerPod' | 'memoryPerPod';

const amount = (id: Amount, header: string, resource: ResourceName): Column<WhatIfRow> => ({
  id,
  header,
  align: 'end',
  csv: { [id]: (row) => row[id] },
  cell: (row) => formatResource(resource, row[id]),
});

export const whatIfColumns: readonly Column<WhatIfRow>[] = [
  {
    id: 'time',
    header: 'Time',
    width: '24%',
    isRowHeader: true,
    csv: { time: ({ at }) => new Date(at).toISOString() },
    cell: ({ at }) => formatDate(at, 'MMM d, HH:mm'),
  },
  {
    id: 'replicas',
    header: 'Pods',
    width: '10%',
    align: 'end',
    csv: { replicas: ({ replicas }) => replicas },
    cell: ({ replicas }) => formatCount(replicas),
  },
  amount('cpu', 'CPU', 'cpu'),
  amount('cpuPerPod', 'CPU per pod', 'cpu'),
  amount('memory', 'Memory', 'memory'),
  amount('memoryPerPod', 'Memory per pod', 'memory'),
];
