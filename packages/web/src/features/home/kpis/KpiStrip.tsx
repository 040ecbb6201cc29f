import { arrangeKpis, formatKpiValue, type Kpi, type KpiId, kpiIds } from '@trimtab/core';
import { Link } from '../../../browser/router.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { focusable } from '../../../ui/focusable.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { useOverflow } from '../../../ui/use-overflow.ts';

/** Up to this number of KPIs, every label fits on one line. A server may send only some KPIs. */
const maxUnbrokenCells = 4;
/** Labels that are too long for a narrow column, split after a syllable. */
const longLabel = /^(Over|Under|Recommen)(.+)$/;

export type KpiStripProps = {
  /** The accessible name. */
  label: string;
  /** null while loading. */
  kpis: readonly Kpi[] | null;
  size: 'page' | 'section';
  /** The address of the targets that a KPI counts. Absent: the KPIs are no links. */
  linkOf?: ((id: KpiId) => string) | undefined;
};

/** KPIs in one row, with one column for each. */
export function KpiStrip({ label, kpis, size, linkOf }: KpiStripProps) {
  // While loading, the labels are shown with empty values, so that nothing moves when the values arrive.
  const cells = arrangeKpis<Kpi>(kpis ?? kpiIds.map((id) => ({ id, value: null })));
  const { ref, isOverflowing } = useOverflow();
  if (cells.length === 0) return null;
  return (
    <div ref={ref} {...(isOverflowing ? focusable : {})} className="@container scroll-x -outline-offset-2">
      <dl
        aria-label={label}
        aria-busy={kpis === null}
        className="grid min-w-min"
        style={{ gridTemplateColumns: `repeat(${cells.length}, minmax(min-content, 1fr))` }}
      >
        {cells.map((kpi) => (
          <KpiCell
            key={kpi.id}
            kpi={kpi}
            size={size}
            isLoading={kpis === null}
            to={linkOf?.(kpi.id)}
            isNarrow={cells.length > maxUnbrokenCells}
          />
        ))}
      </dl>
    </div>
  );
}

type KpiCellProps = {
  kpi: Kpi & { id: KpiId; label: string };
  size: KpiStripProps['size'];
  isLoading: boolean;
  to: string | undefined;
  /** A long label may have to break. */
  isNarrow: boolean;
};

const cell =
  'flex flex-col px-2 not-last:border-r -outline-offset-2 @min-[48rem]:px-3 first:rounded-l-lg first:pl-4 last:rounded-r-lg last:pr-4';
const linked = 'relative hover:bg-sunken';
const sizes = {
  page: {
    cell: `${cell} py-3`,
    linkedCell: `${cell} py-3 ${linked}`,
    value: 'text-title @min-[64rem]:text-display font-semibold whitespace-nowrap',
    height: 'h-6 @min-[64rem]:h-8',
  },
  section: {
    cell: `${cell} py-2`,
    linkedCell: `${cell} py-2 ${linked}`,
    value: 'text-lead font-semibold whitespace-nowrap',
    height: 'h-6',
  },
} as const;
const labelClass = 'grow text-micro text-ink-3';
// A dotted underline marks a KPI with a tooltip, for example one that explains why a sum is incomplete.
const explainedLabelClass = `${labelClass} underline decoration-ink-3 decoration-dotted decoration-1 underline-offset-3`;

const meanings: Partial<Record<KpiId, string>> = { yearly_waste: 'text-waste', yearly_savings: 'text-savings' };

function KpiCell({ kpi: { id, label, value, unit, tooltip }, size, isLoading, to, isNarrow }: KpiCellProps) {
  const text = isNarrow ? breakable(label) : label;
  return (
    <Tooltip text={tooltip} side="bottom">
      <div
        className={to === undefined ? sizes[size].cell : sizes[size].linkedCell}
        {...(tooltip && to === undefined ? { tabIndex: 0 } : {})}
      >
        <dt className={tooltip ? explainedLabelClass : labelClass}>
          {to === undefined ? (
            text
          ) : (
            // The link covers the whole cell.
            <Link to={to} className="after:absolute after:inset-0 after:content-['']">
              {text}
            </Link>
          )}
        </dt>
        <dd className={classNames(sizes[size].value, (value ?? 0) > 0 && meanings[id])}>
          {isLoading ? (
            <span className={classNames('flex items-center', sizes[size].height)}>
              <Skeleton className="h-3.5 w-10" />
            </span>
          ) : (
            formatKpiValue({ value, unit })
          )}
        </dd>
      </div>
    </Tooltip>
  );
}

/** Breaks a long label after a syllable. The hyphen is drawn with CSS, so that it is not part of the text. */
function breakable(label: string) {
  const [, head, tail] = longLabel.exec(label) ?? [];
  if (head === undefined) return label;
  return (
    <>
      <span className="after:content-['-'] @min-[60rem]:after:content-none">{head}</span>
      <br className="@min-[60rem]:hidden" />
      {tail}
    </>
  );
}
