import { formatMoney, impactKind, MISSING } from '@trimtab/core';
import type { Column } from '../../../table/columns.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { BeforeAfter } from '../BeforeAfter.tsx';
import { TargetLink } from '../TargetLink.tsx';
import { UtilizationSlider } from './UtilizationSlider.tsx';
import type { SimulatedRow, Simulation } from './use-simulation.ts';
import { explained } from '../explained.ts';

/** The simulator's columns; the sliders tell `move`. */
export function simulatorColumns(move: Simulation['move']): Column<SimulatedRow>[] {
  return [
    { id: 'name', header: 'Name', isRowHeader: true, cell: ({ target }) => <SimulatedName target={target} /> },
    {
      id: 'utilization',
      header: 'Utilization',
      hint: 'Usage ÷ request: as it is, and as the slider stands.',
      width: '24rem',
      cell: ({ target, row }) => (
        <div className="flex flex-col">
          <UtilizationSlider target={target} row={row} resource="cpu" label="CPU" move={move} />
          <UtilizationSlider target={target} row={row} resource="memory" label="Mem" move={move} />
        </div>
      ),
    },
    {
      id: 'cost',
      header: 'Est. monthly cost',
      hint: 'Current → new, for 720 hours.',
      width: '12rem',
      align: 'end',
      cell: ({ row }) => (
        <BeforeAfter
          before={{ text: formatMoney(row.currentMonthly) }}
          after={{ text: formatMoney(row.newMonthly) }}
          words={['current', 'new']}
        />
      ),
    },
    {
      id: 'impact',
      header: 'Yearly savings impact',
      hint: 'Current less new monthly cost, × 12 (8,640 hours). Lists and key figures reckon a year of 8,760 hours.',
      width: '11rem',
      align: 'end',
      cell: ({ row }) => <Impact yearly={row.yearlyImpact} />,
    },
  ];
}

function SimulatedName({ target }: { target: SimulatedRow['target'] }) {
  const isAutonomous = target.mode === 'Autonomous';
  const state = isAutonomous ? 'Autonomous mode is enabled' : 'Autonomous mode is disabled';
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Tooltip text={state} side="right">
        <span {...explained} className="flex rounded-sm">
          <Icon
            name={isAutonomous ? 'autonomous' : 'recommendation'}
            label={state}
            className={isAutonomous ? 'text-autonomous' : 'text-ink-3'}
          />
        </span>
      </Tooltip>
      <TargetLink namespace={target.namespace} name={target.name} />
    </span>
  );
}

const looks = { saving: 'text-savings', costing: 'text-danger', 'no change': 'text-ink-3' } as const;

function Impact({ yearly }: { yearly: number | null }) {
  const kind = impactKind(yearly);
  if (yearly === null || kind === null) return <span className="text-ink-3">{MISSING}</span>;
  return (
    <span className={classNames('flex flex-col leading-4', looks[kind])}>
      <span className="font-medium whitespace-nowrap">{formatMoney(yearly)}</span>
      <span className="text-micro">{kind}</span>
    </span>
  );
}
