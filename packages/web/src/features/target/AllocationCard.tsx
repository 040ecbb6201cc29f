import {
  formatResource,
  formatWholePercent,
  isManaged,
  managedContainers,
  type ResourceAdvice,
  resourceAdvice,
  withinTolerance,
} from '@trimtab/core';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { CardHeader } from './CardHeader.tsx';
import type { SuggestionProps } from './ReplicaCard.tsx';
import { resourceLabels } from './resource-label.ts';
import { SuggestionState } from './SuggestionState.tsx';
import type { TargetState } from './use-target.ts';

/** A container's name and its two resources. */
const containerHeight = 97;

export type AllocationCardProps = SuggestionProps & {
  spec: TargetState['spec'];
  /** What the server can say about one figure, for its tooltip. */
  explain: (advice: ResourceAdvice) => string | null;
};

/** What each container of a pod should request. */
export function AllocationCard({ suggestion, failed, workload, spec, explain }: AllocationCardProps) {
  const advice = resourceAdvice(suggestion, workload?.containers ?? []);
  const managed = managedContainers(spec);
  const names = [...new Set(advice.map(({ container }) => container))];
  return (
    <Card aria-label="Pod Resource Allocation" className="overflow-hidden">
      <CardHeader title="Pod Resource Allocation" />
      {names.length === 0 ? (
        <SuggestionState
          suggestion={suggestion && workload === null ? undefined : suggestion}
          failed={failed}
          height={containerHeight * Math.min(4, workload?.containers.length ?? 1)}
        />
      ) : (
        <ul className="max-h-96 divide-y overflow-y-auto">
          {names.map((name) => (
            <li key={name} className="px-4 py-3">
              <h3 className="mb-1 truncate font-medium" title={name}>
                <bdi>{name}</bdi>
              </h3>
              <table className="w-full">
                <thead className="sr-only">
                  <tr>
                    <th>Resource</th>
                    <th>Request now</th>
                    <th>to</th>
                    <th>Suggested</th>
                    <th>Change</th>
                  </tr>
                </thead>
                <tbody>
                  {advice
                    .filter(({ container }) => container === name)
                    .map((one) => (
                      <AdviceRow
                        key={one.resource}
                        advice={one}
                        explanation={explain(one)}
                        mark={
                          isManaged(managed, name, one.resource) ? (
                            <Icon name="autonomous" size={12} label="Managed" className="text-autonomous" />
                          ) : null
                        }
                      />
                    ))}
                </tbody>
              </table>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type AdviceRowProps = { advice: ResourceAdvice; explanation: string | null; mark: ReactNode };

function AdviceRow({ advice: { resource, current, suggested, change }, explanation, mark }: AdviceRowProps) {
  const matches = withinTolerance(current, suggested);
  return (
    <tr>
      <th scope="row" className="py-0.5 text-left font-normal text-ink-2">
        <span className="inline-flex items-center gap-1">
          {resourceLabels[resource]} {mark}
        </span>
      </th>
      <td className="py-0.5 text-right whitespace-nowrap text-ink-3">{formatResource(resource, current)}</td>
      <td aria-hidden="true" className="px-1.5 py-0.5 text-center text-ink-3">
        →
      </td>
      <td className="py-0.5 text-right font-medium whitespace-nowrap">
        <Tooltip text={explanation}>
          {explanation === null ? (
            <span>{formatResource(resource, suggested)}</span>
          ) : (
            <button type="button" className="min-h-6 cursor-help font-medium">
              {formatResource(resource, suggested)}
            </button>
          )}
        </Tooltip>
      </td>
      <td className="w-20 py-0.5 pl-2 text-right">
        <Badge tone={matches ? 'savings' : 'accent'}>
          {matches ? (
            <Icon name="check" label="Matches within 10%" size={12} />
          ) : (
            <Icon name={change > 0 ? 'arrowUp' : 'arrowDown'} label={change > 0 ? 'Increase' : 'Decrease'} size={12} />
          )}
          {formatWholePercent(Math.abs(change))}
        </Badge>
      </td>
    </tr>
  );
}
