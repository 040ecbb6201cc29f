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
import { Icon } from '../../ui/Icon.tsx';
import { CardHeader } from './CardHeader.tsx';
import { Explained } from './Explained.tsx';
import { resourceLabels } from './resource-label.ts';
import { SuggestionState } from './SuggestionState.tsx';
import type { TargetCardProps } from './target-card.ts';

/** A container's name and its two resources. */
const containerHeight = 104;

/** What each container of a pod should request. */
export function AllocationCard({ state: { workload, spec }, suggestion, failed, explain }: TargetCardProps) {
  const advice = resourceAdvice(suggestion, workload?.containers ?? []);
  const managed = managedContainers(spec);
  const names = [...new Set(advice.map(({ container }) => container))];
  return (
    <>
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
                        explanation={explain.advice(one)}
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
    </>
  );
}

type AdviceRowProps = { advice: ResourceAdvice; explanation: string; mark: ReactNode };

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
        <Explained text={explanation} className="font-medium">
          {formatResource(resource, suggested)}
        </Explained>
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
