import {
  type ClusterTarget,
  formatAge,
  formatCount,
  formatMoneyShort,
  missingMark,
  targetChangeParts,
  targetKey,
  yearlyFigure,
} from '@trimtab/core';
import { paths } from '../../browser/paths.ts';
import { Link } from '../../browser/router.tsx';
import { itemCell } from '../../table/cells/item-cell.tsx';
import { NeedBadge } from '../../table/cells/NeedBadge.tsx';
import { PercentCell } from '../../table/cells/PercentCell.tsx';
import { StatusCell } from '../../table/cells/StatusCell.tsx';
import type { Column } from '../../table/columns.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { focusable } from '../../ui/focusable.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Money } from '../../ui/Money.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import type { Slot } from './use-target-list.ts';

type TargetColumn = Column<Slot>;

type CsvOf = (target: ClusterTarget) => string | number | null;
const csvOf = (columns: Readonly<Record<string, CsvOf>>): NonNullable<TargetColumn['csv']> =>
  Object.fromEntries(
    Object.entries(columns).map(([header, of]) => [header, ({ item }: Slot) => (item === null ? null : of(item))]),
  );

const nameColumn: TargetColumn = {
  id: 'name',
  header: 'Name',
  sort: {},
  isRowHeader: true,
  cell: itemCell<ClusterTarget>(({ namespace, name, kind }) => (
    <span className="flex min-w-0 flex-col leading-5" title={`${namespace}/${name}`}>
      <Link to={paths.target(namespace, name)} className="truncate hover:text-accent hover:underline">
        <bdi>{name}</bdi>
      </Link>
      <span className="truncate text-small font-normal text-ink-3">
        <bdi>{namespace}</bdi> · {kind}
      </span>
    </span>
  )),
  csv: csvOf({ Namespace: ({ namespace }) => namespace, Name: ({ name }) => name, Kind: ({ kind }) => kind }),
};

const statusColumn: TargetColumn = {
  id: 'status',
  header: 'Status',
  width: '9.25rem',
  sort: { noun: 'severity' },
  cell: itemCell<ClusterTarget>(({ status }) => <StatusCell status={status} />),
  csv: csvOf({ Status: ({ status }) => status.label, Severity: ({ status }) => status.severity }),
};

const utilizationColumn = (id: 'cpu' | 'memory', header: string, width: string): TargetColumn => ({
  id,
  header,
  hint: '24 h average ÷ mean request',
  width,
  align: 'end',
  sort: { noun: `${header} utilization` },
  cell: itemCell<ClusterTarget>((target) => <PercentCell fraction={target[`${id}_utilization`]} />),
  csv: csvOf({ [`${header} utilization`]: (target) => target[`${id}_utilization`] ?? null }),
});

const incidentColumn = (id: 'oom_kills' | 'restarts', header: string, width: string): TargetColumn => ({
  id,
  header,
  width,
  align: 'end',
  sort: { noun: `${header} of 7 days` },
  cell: itemCell<ClusterTarget>((target) => <IncidentCount count={target[id]} isSerious={id === 'oom_kills'} />),
  csv: csvOf({ [`${header} (7 days)`]: (target) => target[id] }),
});

function IncidentCount({ count, isSerious }: { count: number | null; isSerious: boolean }) {
  const color = count === null || count === 0 ? 'text-ink-3' : isSerious ? 'font-medium text-danger' : 'text-ink';
  return <span className={color}>{formatCount(count)}</span>;
}

const changeColumn: TargetColumn = {
  id: 'change',
  header: 'Change',
  width: '12.5rem',
  sort: { noun: 'change of the cost' },
  cell: itemCell<ClusterTarget>((target) => <ChangeText target={target} />),
  csv: csvOf({
    Change: ({ change, recommendation }) => (change === null ? recommendation.label : changeText(change)),
  }),
};

const changeText = (change: NonNullable<ClusterTarget['change']>): string => targetChangeParts(change).join(' · ');

function ChangeText({ target: { change, recommendation } }: { target: ClusterTarget }) {
  if (change === null) {
    return (
      <Tooltip text={recommendation.tooltip}>
        <span className="inline-block max-w-full align-middle" {...(recommendation.tooltip ? { tabIndex: 0 } : {})}>
          <NeedBadge recommendation={recommendation} />
        </span>
      </Tooltip>
    );
  }
  const parts = targetChangeParts(change);
  // Three lines fit the height of a row only if they are close together. On one line, two parts could be cut.
  const leading = parts.length === 3 ? 'leading-4' : 'leading-5';
  return (
    <span className={classNames('flex min-w-0 flex-col text-small tabular-nums', leading)} title={changeText(change)}>
      {parts.map((part) => (
        <span key={part} className="truncate">
          {part}
        </span>
      ))}
    </span>
  );
}

const netColumn: TargetColumn = {
  id: 'net',
  header: 'Net a year',
  width: '6.5rem',
  align: 'end',
  sort: { noun: 'net savings' },
  card: 'lead',
  cell: itemCell<ClusterTarget>(({ net_hourly_savings }) => <NetMoney hourly={net_hourly_savings} />),
  csv: csvOf({
    'Net savings a year ($)': ({ net_hourly_savings }) => yearlyFigure(net_hourly_savings),
    'Cost a year ($)': ({ hourly_cost }) => yearlyFigure(hourly_cost),
  }),
};

/** What all suggestions together save in a year of 8,760 hours. A plus sign marks additional cost. */
function NetMoney({ hourly }: { hourly: number | null | undefined }) {
  const yearly = yearlyFigure(hourly);
  if (yearly === null || yearly === undefined) return <span className="text-ink-3">{missingMark}</span>;
  const text = yearly < 0 ? `+${formatMoneyShort(-yearly)} cost` : formatMoneyShort(yearly);
  return <Money text={text} meaning={yearly > 0 ? 'savings' : yearly < 0 ? 'waste' : 'plain'} />;
}

function ModeIcon({ mode }: { mode: string }) {
  const isAutonomous = mode === 'Autonomous';
  return (
    <Tooltip text={mode}>
      <span {...focusable} className="flex w-fit rounded-sm">
        <Icon
          name={isAutonomous ? 'autonomous' : 'recommendation'}
          label={mode}
          className={isAutonomous ? 'text-autonomous' : 'text-ink-3'}
        />
      </span>
    </Tooltip>
  );
}

const modeColumn: TargetColumn = {
  id: 'mode',
  header: 'Mode',
  width: '4.5rem',
  sort: {},
  card: 'corner',
  cell: itemCell<ClusterTarget>(({ mode }) => <ModeIcon mode={mode} />),
  csv: csvOf({ Mode: ({ mode }) => mode }),
};

const lastChangeColumn = (now: number): TargetColumn => ({
  id: 'last_change',
  header: 'Changed',
  width: '5.75rem',
  align: 'end',
  sort: { noun: 'time of the last change' },
  cell: itemCell<ClusterTarget>(({ last_change }) => (
    <span className="whitespace-nowrap text-ink-2" title={last_change ?? ''}>
      {formatAge(last_change, now)}
    </span>
  )),
  csv: csvOf({ 'Last change': ({ last_change }) => last_change }),
});

export type Selection = {
  readonly selected: ReadonlyMap<string, ClusterTarget>;
  readonly toggle: (target: ClusterTarget) => void;
};

const selectColumn = ({ selected, toggle }: Selection): TargetColumn => ({
  id: 'select',
  header: 'Select',
  headerCell: <span className="sr-only">Select</span>,
  width: '2.75rem',
  card: 'corner',
  cell: ({ item: target }) =>
    target === null ? null : (
      <Checkbox
        aria-label={`Select ${target.namespace}/${target.name}`}
        checked={selected.has(targetKey(target))}
        onChange={() => toggle(target)}
      />
    ),
});

/** The table scrolls sideways if it is narrower than this. */
export const targetListMinWidth = '70rem';

export const targetListColumns = (now: number, selection: Selection): readonly TargetColumn[] => [
  selectColumn(selection),
  nameColumn,
  statusColumn,
  utilizationColumn('cpu', 'CPU', '4.25rem'),
  utilizationColumn('memory', 'Memory', '4.75rem'),
  incidentColumn('oom_kills', 'OOM kills', '5.75rem'),
  incidentColumn('restarts', 'Restarts', '5rem'),
  changeColumn,
  netColumn,
  modeColumn,
  lastChangeColumn(now),
];
