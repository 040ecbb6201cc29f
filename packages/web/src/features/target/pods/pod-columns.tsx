import { formatCount, missingMark, type Pod } from '@trimtab/core';
import { Link } from '../../../browser/router.tsx';
import type { Column } from '../../../table/columns.ts';
import { Tooltip } from '../../../ui/Tooltip.tsx';

type PodLinks = {
  readonly details: (name: string) => string;
  /** Null if the server has no logs. */
  readonly logs: ((name: string) => string) | null;
};

const link = 'inline-flex h-6 items-center rounded-sm font-medium text-accent hover:underline';

export function podColumns({ details, logs }: PodLinks): readonly Column<Pod>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      cell: ({ name }) => (
        <Tooltip text={name}>
          <bdi className="flex min-w-0">
            <span className="truncate">{name.slice(0, name.length - suffixLength(name))}</span>
            <span className="shrink-0">{name.slice(name.length - suffixLength(name))}</span>
          </bdi>
        </Tooltip>
      ),
    },
    {
      id: 'containers',
      header: 'Containers',
      width: '5.75rem',
      align: 'end',
      cell: ({ containers }) => formatCount(containers.length),
    },
    {
      id: 'status',
      header: 'Status',
      width: 'clamp(5.5rem, 24%, 12rem)',
      cell: ({ status }) => (
        <span className="flex min-w-0 items-center gap-1.5">
          <span
            aria-hidden="true"
            className={`size-2 shrink-0 rounded-full forced-color-adjust-none ${toneOf(status)}`}
          />
          <bdi className="truncate" title={status}>
            {status || missingMark}
          </bdi>
        </span>
      ),
    },
    {
      id: 'details',
      header: 'Details',
      width: logs === null ? '4rem' : '6.5rem',
      align: 'end',
      card: 'corner',
      cell: ({ name }) => (
        <span className="inline-flex gap-3">
          {logs === null ? null : (
            <Link to={logs(name)} aria-label={`Logs of ${name}`} className={link}>
              Logs
            </Link>
          )}
          <Link to={details(name)} aria-label={`View ${name}`} className={link}>
            View
          </Link>
        </span>
      ),
    },
  ];
}

/**
 * The number of characters at the end of a name that are never truncated, because pods of one workload differ only there.
 * Zero for short names and for characters that Kubernetes does not allow, such as combining characters, which must not be split.
 */
const suffixLength = (name: string): number => (name.length > 20 && /^[a-z\d.-]+$/.test(name) ? 6 : 0);

function toneOf(status: string): string {
  if (status === 'Running' || status === 'Succeeded' || status === 'Completed') return 'bg-savings';
  return status === 'Pending' || status === 'ContainerCreating' || status === 'Terminating' ? 'bg-waste' : 'bg-danger';
}
