import {
  formatResource,
  formatWholePercent,
  isManaged,
  isResourceName,
  managedContainers,
  parseQuantity,
  type ResourceAdvice,
  type ResourceName,
  resourceAdvice,
  resourceLabels,
  type Suggestion,
  withinTolerance,
} from '@trimtab/core';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import type { TargetCardProps } from '../cards/target-card.ts';
import { ExplainedFigure } from '../ExplainedFigure.tsx';
import { ResourceAmount } from '../ResourceAmount.tsx';
import { SuggestionState } from './SuggestionState.tsx';

/** The height in pixels of a container's name with its two resources, and of the column headers. */
const containerHeight = 106;
const headerHeight = 28;

/** The suggested requests of each container. */
export function AllocationCard({
  id,
  state: { workload, spec, missingText, problem, isLoading },
  suggestion,
  failed,
  explain,
}: TargetCardProps) {
  const advice = resourceAdvice(suggestion, workload?.containers ?? []);
  const managed = managedContainers(spec);
  const hasLimits = advice.some(({ limit }) => limit !== undefined);
  const names = [...new Set(advice.map(({ container }) => container))];
  const unlisted = suggestion && workload !== null ? suggestedWithoutRequest(suggestion, advice) : null;
  return (
    <>
      <CardHeader title="Pod Resource Allocation" />
      {names.length === 0 ? (
        <SuggestionState
          id={id}
          suggestion={suggestion && workload === null && isLoading ? undefined : suggestion}
          failed={failed}
          isWorkloadMissing={workload === null}
          hasTargetFailed={workload === null && missingText === null}
          reason={suggestion ? unlisted : problem}
          height={headerHeight + containerHeight * Math.min(4, workload?.containers.length ?? 1)}
        />
      ) : (
        <div className="max-h-96 overflow-y-auto pb-3">
          <table className="w-full">
            <thead className="sticky top-0 bg-surface text-small text-ink-3">
              <tr className="h-7 [&>th]:font-medium">
                <th scope="col" className="pl-4 text-left">
                  <span className="sr-only">Resource</span>
                </th>
                <th scope="col" className="text-right">
                  Request
                </th>
                {hasLimits ? null : <td aria-hidden="true" />}
                <th scope="col" className="pl-2 text-right max-sm:pl-1">
                  Suggested
                </th>
                {hasLimits ? (
                  <th scope="col" className="w-min pl-2 text-right leading-4 max-sm:pl-1">
                    New limit
                  </th>
                ) : null}
                <th scope="col" className="pr-4 text-right">
                  Change
                </th>
              </tr>
            </thead>
            {names.map((name, index) => (
              <tbody key={name} className={classNames(index > 0 && 'border-t')}>
                <tr>
                  <th scope="rowgroup" colSpan={5} aria-label={name} className="max-w-0 px-4 pt-2 pb-0.5 text-left">
                    <h3 className="truncate font-medium" title={name}>
                      <bdi>{name}</bdi>
                    </h3>
                  </th>
                </tr>
                {advice
                  .filter(({ container }) => container === name)
                  .map((one) => (
                    <AdviceRow
                      key={one.resource}
                      advice={one}
                      hasLimits={hasLimits}
                      limitNow={workload?.containers.find((own) => own.name === name)?.limits?.[one.resource]}
                      explanation={explain.advice(one)}
                      mark={
                        isManaged(managed, name, one.resource) ? (
                          <Icon name="autonomous" size={12} label="Managed" className="text-autonomous" />
                        ) : null
                      }
                    />
                  ))}
                <tr aria-hidden="true" className="h-2" />
              </tbody>
            ))}
          </table>
          {unlisted === null ? null : <p className="px-4 pt-1 text-small text-ink-2">{unlisted}</p>}
        </div>
      )}
    </>
  );
}

/**
 * The suggested requests of containers that have no current request, so that no change can be shown; null if there are
 * none.
 */
function suggestedWithoutRequest(
  { resourceRecommendations }: Suggestion,
  listed: readonly ResourceAdvice[],
): string | null {
  const amounts = resourceRecommendations.flatMap(({ container, recommendations }) =>
    recommendations.flatMap(({ resource, value }) => {
      const suggested = parseQuantity(value);
      const isListed = listed.some((one) => one.container === container && one.resource === resource);
      if (isListed || suggested === null || !isResourceName(resource)) return [];
      return [`${container}: ${resourceLabels[resource]} ${formatResource(resource, suggested)}`];
    }),
  );
  return amounts.length === 0
    ? null
    : `There is no current request to compare with. The suggestion sets ${amounts.join(', ')}.`;
}

type AdviceRowProps = {
  advice: ResourceAdvice;
  hasLimits: boolean;
  /** Null if there is none, undefined if it is unknown. */
  limitNow: number | null | undefined;
  explanation: string;
  mark: ReactNode;
};

function AdviceRow({ advice, hasLimits, limitNow, explanation, mark }: AdviceRowProps) {
  const { resource, current, suggested, change, limit, reason } = advice;
  // Relative to the request, like the percentage in the badge, so that a check mark never appears beside 11%.
  const limitNote = limitNow === undefined || limit === undefined ? null : limitNoteOf(resource, limitNow, limit);
  const matches = withinTolerance(suggested, current);
  return (
    <tr>
      <th scope="row" className="py-0.5 pr-2 pl-4 text-left max-sm:pr-1 font-normal text-ink-2">
        <span className="inline-flex flex-wrap items-center gap-x-1">
          {resourceLabels[resource]} {mark}
        </span>
      </th>
      <td className="py-0.5 text-right whitespace-nowrap text-ink-3">
        <ResourceAmount resource={resource} amount={current} />
      </td>
      {/* With the limits, the table has no room for the arrow. */}
      {hasLimits ? null : (
        <td aria-hidden="true" className="pl-1 py-0.5 text-center text-ink-3">
          →
        </td>
      )}
      <td className="py-0.5 pl-2 text-right font-medium whitespace-nowrap max-sm:pl-1">
        <ExplainedFigure text={explanation} className="font-medium">
          <ResourceAmount resource={resource} amount={suggested} />
        </ExplainedFigure>
      </td>
      {hasLimits ? (
        <td className="py-0.5 pl-2 text-right whitespace-nowrap text-ink-2 max-sm:pl-1">
          {reason === undefined || limit === null ? (
            <ResourceAmount resource={resource} amount={limit} />
          ) : (
            <ExplainedFigure text={reason}>
              <ResourceAmount resource={resource} amount={limit} />
            </ExplainedFigure>
          )}
          {limitNote === null ? null : (
            <span className="block text-micro leading-3 whitespace-normal text-ink-3">{limitNote}</span>
          )}
        </td>
      ) : null}
      <td className={classNames('py-0.5 pr-4 pl-2 text-right max-sm:pl-1', !hasLimits && 'w-22')}>
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

/** The present limit if the suggestion changes what is shown of it. */
function limitNoteOf(resource: ResourceName, now: number | null, then: number | null): string | null {
  const text = now === null ? 'none' : formatResource(resource, now);
  return text === (then === null ? 'none' : formatResource(resource, then)) ? null : `now ${text}`;
}
