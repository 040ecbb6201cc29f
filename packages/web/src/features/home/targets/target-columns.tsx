import {
  capitalize,
  type Mode,
  missingMark,
  type TargetListItem,
  workloadMissingLabel,
  yearlyFigure,
} from '@trimtab/core';
import { paths } from '../../../browser/paths.ts';
import { Link } from '../../../browser/router.tsx';
import { NameCell } from '../../../table/cells/NameCell.tsx';
import { NeedBadge } from '../../../table/cells/NeedBadge.tsx';
import { PercentCell } from '../../../table/cells/PercentCell.tsx';
import { StatusCell } from '../../../table/cells/StatusCell.tsx';
import { YearlyCostCell } from '../../../table/cells/YearlyCostCell.tsx';
import { yearlyNote } from '../../../table/cells/yearly-note.ts';
import type { Column } from '../../../table/columns.ts';
import type { TargetKind } from '../namespaces/section-view.ts';
import { FetchedExplanation } from './FetchedExplanation.tsx';

type TargetColumn = Column<TargetListItem>;

const averageHint = '24 h average ÷ mean request';
const needHint = 'What the suggestion would change';

const nameColumn: TargetColumn = {
  id: 'name',
  header: 'Name',
  sort: {},
  isRowHeader: true,
  cell: ({ namespace, name, mode }) => (
    <NameCell name={name} isManaged={mode === 'Autonomous'} to={paths.target(namespace, name)} />
  ),
  csv: { Name: ({ name }) => name },
};

const statusColumn = (width: string): TargetColumn => ({
  id: 'status',
  header: 'Status',
  width,
  cell: ({ status }) => <StatusCell status={status} />,
  csv: { Status: ({ status }) => status.label },
});

function utilizationColumn(id: 'cpu' | 'memory', header: string, width: string): TargetColumn {
  const fractionOf = (target: TargetListItem) =>
    target.status.label === workloadMissingLabel ? null : (target[`${id}_utilization`] ?? null);
  return {
    id,
    header,
    hint: averageHint,
    width,
    align: 'end',
    cell: (target) => {
      const fraction = fractionOf(target);
      if (fraction === null) return <PercentCell fraction={null} />;
      return (
        <FetchedExplanation
          target={target}
          fallback={averageHint}
          explain={({ utilizationTooltip }, figures) => utilizationTooltip(id, 'Recommendation', target, figures)}
        >
          <PercentCell fraction={fraction} />
        </FetchedExplanation>
      );
    },
    csv: { [header]: fractionOf },
  };
}

const needColumn: TargetColumn = {
  id: 'need',
  header: 'Predicted Need',
  width: '14.25%',
  cell: ({ namespace, name, recommendation }) => (
    <FetchedExplanation
      target={{ namespace, name }}
      fallback={recommendation.tooltip ?? needHint}
      explain={({ explainNeed }, figures) => explainNeed(recommendation.tooltip ?? needHint, figures)}
      className="inline-block max-w-full align-middle"
    >
      <NeedBadge recommendation={recommendation} />
    </FetchedExplanation>
  ),
  csv: { 'Predicted Need': ({ recommendation }) => recommendation.label },
};

const scalingColumn: TargetColumn = {
  id: 'mode',
  header: 'Scaling',
  width: '20.5%',
  sort: {},
  cell: ({ scaling }) => <span className="block truncate">{capitalize(scaling) || missingMark}</span>,
  csv: { Scaling: ({ scaling }) => scaling },
};

const costColumn = (header: string, mode: Mode): TargetColumn => ({
  id: 'cost',
  header,
  // Half the width of the sentence that may replace a figure. The sentence then wraps onto two lines.
  width: '7.75rem',
  align: 'end',
  sort: { noun: 'cost' },
  card: 'lead',
  cell: (target) => (
    <FetchedExplanation
      target={target}
      fallback={yearlyNote(mode, target)}
      explain={({ explainYearly }, figures) => explainYearly(mode, target, figures)}
    >
      <YearlyCostCell hourlyCost={target.hourly_waste_savings ?? null} mode={mode} />
    </FetchedExplanation>
  ),
  csv: {
    [header]: ({ hourly_waste_savings }) => yearlyFigure(hourly_waste_savings),
    ...(mode === 'Autonomous'
      ? {}
      : { 'Yearly Net Savings': ({ net_hourly_savings }) => yearlyFigure(net_hourly_savings) }),
  },
});

const detailsColumn: TargetColumn = {
  id: 'details',
  header: 'Details',
  width: '4.25rem',
  align: 'end',
  card: 'corner',
  cell: ({ namespace, name }) => (
    <Link
      to={paths.target(namespace, name)}
      aria-label={`View ${name}`}
      className="font-medium text-accent hover:underline"
    >
      View
    </Link>
  ),
};

/** The table scrolls sideways if it is narrower than this. The larger width fits beside the sidebar
 * at 1024 px, and at 1440 px beside the chat helper too. */
export const targetMinWidths: Record<TargetKind, string> = { autonomous: '38.5rem', recommendation: '41.75rem' };

/** Pixels, in a narrow window. */
export const targetCardHeights: Record<TargetKind, number> = { autonomous: 137, recommendation: 163 };

/** The columns of each tab. */
export const targetColumns: Record<TargetKind, readonly TargetColumn[]> = {
  autonomous: [
    nameColumn,
    statusColumn('24.5%'),
    scalingColumn,
    costColumn('Yearly Savings', 'Autonomous'),
    detailsColumn,
  ],
  recommendation: [
    nameColumn,
    statusColumn('21.25%'),
    utilizationColumn('cpu', 'CPU', '9%'),
    utilizationColumn('memory', 'Memory', '9%'),
    needColumn,
    costColumn('Yearly Waste', 'Recommendation'),
    detailsColumn,
  ],
};
