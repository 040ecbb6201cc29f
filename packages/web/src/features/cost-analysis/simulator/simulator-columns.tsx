import {
  explainMonthlyCost,
  formatMoney,
  formatResource,
  impactKind,
  missingMark,
  type NodeSettings,
} from '@trimtab/core';
import type { Column } from '../../../table/columns.ts';
import { classNames } from '../../../ui/class-names.ts';
import { focusable } from '../../../ui/focusable.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { BeforeAfter } from '../BeforeAfter.tsx';
import { nameColumn } from '../cells.tsx';
import type { CostTarget } from '../cost-target.ts';
import { simulatorNote } from '../sum-hint.ts';
import { TargetLink } from '../TargetLink.tsx';
import { UtilizationSlider } from './UtilizationSlider.tsx';
import type { SimulatedRow, Simulation } from './use-simulation.ts';

/**
 * The columns of the simulator. Columns that a slider changes are not sortable, so that a row does not move away while its
 * slider is dragged.
 */
export function simulatorColumns(
  { move, reset }: Pick<Simulation, 'move' | 'reset'>,
  settings: NodeSettings,
): Column<SimulatedRow>[] {
  return [
    {
      ...nameColumn<SimulatedRow>(
        ({ target }) => target,
        'Name',
        (target) => <SimulatedName target={target} />,
      ),
      csv: {
        namespace: ({ target }) => target.namespace,
        name: ({ target }) => target.name,
        mode: ({ target }) => target.mode,
      },
    },
    {
      id: 'utilization',
      header: 'Utilization',
      hint: '24 h average ÷ current request → 24 h average ÷ request at the slider.',
      width: 'clamp(15rem, 27vw, 26rem)',
      card: 'wide',
      csv: {
        cpu_percent_current: ({ row }) => row.currentPercent.cpu,
        cpu_percent_new: ({ row }) => row.newPercent.cpu,
        memory_percent_current: ({ row }) => row.currentPercent.memory,
        memory_percent_new: ({ row }) => row.newPercent.memory,
      },
      cell: (one) => (
        <>
          <UtilizationSlider {...one} resource="cpu" name="CPU" move={move} />
          <UtilizationSlider {...one} resource="memory" name="Mem" move={move} />
        </>
      ),
    },
    {
      id: 'cost',
      header: 'Est. monthly cost',
      hint: 'Current → new, for 720 hours.',
      width: 'clamp(10.5rem, 15vw, 14rem)',
      align: 'end',
      sort: { by: ({ row }) => row.currentMonthly, noun: 'current cost' },
      csv: { monthly_cost_current: ({ row }) => row.currentMonthly, monthly_cost_new: ({ row }) => row.newMonthly },
      cell: ({ target, row }) => (
        <BeforeAfter
          before={{
            text: formatMoney(row.currentMonthly),
            tooltip: explainMonthlyCost(
              target.comparison,
              target.mode === 'Autonomous' ? 'optimized' : 'unoptimized',
              settings,
            ),
          }}
          after={{ text: formatMoney(row.newMonthly), tooltip: explainNew(row) }}
          words={['current', 'new']}
        />
      ),
    },
    {
      id: 'impact',
      header: 'Yearly savings impact',
      hint: `Current less new monthly cost, × 12. ${simulatorNote}`,
      width: '10rem',
      align: 'end',
      card: 'lead',
      csv: { yearly_savings_impact: ({ row }) => row.yearlyImpact },
      cell: (one) => <Impact {...one} reset={reset} />,
    },
  ];
}

function SimulatedName({ target }: { target: CostTarget }) {
  const isAutonomous = target.mode === 'Autonomous';
  const state = isAutonomous ? 'Autonomous mode is enabled' : 'Autonomous mode is disabled';
  return (
    <span className="flex min-w-0 items-center gap-1.5 sm:gap-2">
      <Tooltip text={state} side="right">
        <span {...focusable} className="flex rounded-sm">
          <Icon
            name={isAutonomous ? 'autonomous' : 'recommendation'}
            label={state}
            className={isAutonomous ? 'text-autonomous' : 'text-ink-3'}
          />
        </span>
      </Tooltip>
      <TargetLink namespace={target.namespace} name={target.name} mayWrap />
    </span>
  );
}

/** The requests at which the usage has the percentages of the sliders. */
function explainNew({ newMonthly, newRequested }: SimulatedRow['row']): string | null {
  if (newMonthly === null) return null;
  const { cpu, memory } = newRequested;
  return `Requests at these utilizations: ${formatResource('cpu', cpu)} CPU, ${formatResource('memory', memory)} memory.`;
}

const looks = { saving: 'text-savings', costing: 'text-danger', 'no change': 'text-ink-3' } as const;

type ImpactProps = Pick<SimulatedRow, 'row' | 'label' | 'slot' | 'isMoved'> & Pick<Simulation, 'reset'>;

function Impact({ label, row: { yearlyImpact, currentMonthly, newMonthly }, slot, isMoved, reset }: ImpactProps) {
  const kind = impactKind(yearlyImpact);
  return (
    <span className="flex flex-col leading-4 min-[600px]:items-end">
      {yearlyImpact === null || kind === null ? (
        <span className="text-ink-3">{missingMark}</span>
      ) : (
        <Tooltip text={`(${formatMoney(currentMonthly)} − ${formatMoney(newMonthly)}) a month × 12.`}>
          <span {...focusable} className={classNames('rounded-sm font-medium whitespace-nowrap', looks[kind])}>
            {formatMoney(yearlyImpact)}
          </span>
        </Tooltip>
      )}
      {/* Placed before the word, so that nothing moves when the button appears. */}
      <span className="flex items-center gap-2 text-micro min-[600px]:flex-row-reverse">
        {kind === null ? null : <span className={looks[kind]}>{kind}</span>}
        {isMoved ? (
          <button
            type="button"
            aria-label={`Reset the sliders of ${label}`}
            onClick={() => reset(slot)}
            className="-my-1 h-6 rounded-sm text-small font-medium text-accent hover:underline"
          >
            Reset
          </button>
        ) : null}
      </span>
    </span>
  );
}
