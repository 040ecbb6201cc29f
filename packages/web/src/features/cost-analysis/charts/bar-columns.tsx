import { formatMoney } from '@trimtab/core';
import { Link } from '../../../browser/router.tsx';
import type { Column } from '../../../table/columns.ts';
import { focusable } from '../../../ui/focusable.ts';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import type { HorizontalBar } from './HorizontalBars.tsx';

/** The columns of the table that shows the same data as the horizontal bars. */
export const barColumns = (nameHeader: string, dollarsHeader: string): Column<HorizontalBar>[] => [
  {
    id: 'name',
    header: nameHeader,
    isRowHeader: true,
    sort: { by: ({ label }) => label },
    csv: { name: ({ label }) => label },
    cell: ({ label, href }) => (
      <Tooltip text={label}>
        {href === undefined ? (
          <bdi className="block truncate">{label}</bdi>
        ) : (
          <Link to={href} className="block truncate text-accent hover:underline">
            <bdi>{label}</bdi>
          </Link>
        )}
      </Tooltip>
    ),
  },
  {
    id: 'dollars',
    header: dollarsHeader,
    width: '10rem',
    align: 'end',
    sort: { by: ({ dollars }) => dollars, noun: 'amount' },
    csv: { dollars: ({ dollars }) => dollars },
    cell: ({ dollars, explanation }) => (
      <Tooltip text={explanation}>
        <span {...(explanation ? focusable : {})} className="rounded-sm">
          {formatMoney(dollars)}
        </span>
      </Tooltip>
    ),
  },
];
