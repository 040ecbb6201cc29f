import {
  type ContainerResource,
  classifyUtilization,
  formatResource,
  resourceLabels,
  type UtilizationClass,
  type UtilizationHistory,
  utilization,
} from '@trimtab/core';
import { Sparkline } from '../../../charts/Sparkline.tsx';
import { PercentCell } from '../../../table/cells/PercentCell.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { ExplainedFigure } from '../ExplainedFigure.tsx';
import { utilizationText } from '../explain-texts.ts';
import { ResourceAmount } from '../ResourceAmount.tsx';

const looks: Record<UtilizationClass, { color: string; word: string }> = {
  optimized: { color: 'text-savings', word: 'Optimized' },
  normal: { color: 'text-ink', word: 'Normal' },
  unoptimized: { color: 'text-waste', word: 'Unoptimized' },
};

export type UtilizationRowProps = { resource: ContainerResource; history: UtilizationHistory };

/** One resource of one container: usage, request, utilization, and a sparkline of the readings since the page was opened. */
export function UtilizationRow({ resource: one, history }: UtilizationRowProps) {
  const { resource, request, current, managed } = one;
  const label = resourceLabels[resource];
  return (
    <tr>
      <th scope="row" className="py-1 text-left font-normal whitespace-nowrap text-ink-2">
        <span className="inline-flex items-center gap-1">
          {label}
          {managed ? <Icon name="autonomous" size={12} label="Managed" className="text-autonomous" /> : null}
        </span>
      </th>
      <td className="px-2 py-1">
        <span className="flex h-6 min-w-8">
          {history.length === 0 ? null : (
            <Sparkline
              values={history}
              highest={request}
              label={`${label} used in the last ${history.length} readings`}
              format={(value) => formatResource(resource, value)}
            />
          )}
        </span>
      </td>
      <td className="py-1 text-right whitespace-nowrap sm:px-2">
        <ResourceAmount resource={resource} amount={current} />
        <span className="text-ink-3">
          {' / '}
          <ResourceAmount resource={resource} amount={request} />
        </span>
      </td>
      <td className="py-1 text-right font-medium whitespace-nowrap">
        <UtilizationFigure resource={one} />
      </td>
    </tr>
  );
}

function UtilizationFigure({ resource: one }: Pick<UtilizationRowProps, 'resource'>) {
  const fraction = utilization(one.current, one.request);
  const used = classifyUtilization(fraction);
  return (
    <ExplainedFigure
      text={utilizationText(one)}
      side="left"
      className={classNames('font-medium', used === null ? 'text-ink-3' : looks[used].color)}
    >
      <PercentCell fraction={fraction} />
      {used === null ? null : <span className="sr-only">, {looks[used].word}</span>}
    </ExplainedFigure>
  );
}
