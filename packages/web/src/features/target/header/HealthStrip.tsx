import {
  formatPercent,
  type Health,
  type HealthRisk,
  type ResourceName,
  resourceAdvice,
  resourceLabels,
  resourceNames,
  type Suggestion,
  targetHealth,
} from '@trimtab/core';
import type { ReactNode } from 'react';
import { useViewParams } from '../../../browser/search-params.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { focusable } from '../../../ui/focusable.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { IconName } from '../../../ui/icons.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { SuggestionExplanation } from '../advice/use-explanation.ts';
import { useHasHistory } from '../history/use-has-history.ts';
import type { TargetPageState } from '../use-target.ts';
import { riskNote } from './risk-note.ts';

/** A longer list of risks scrolls. */
const maxVisibleRisks = 8;

/**
 * Shows that the workload does not exist, or the health risks of its requests. Space for each resource is reserved from the
 * start, so that risks that arrive later do not move the layout.
 */
export function HealthStrip({
  state: { missingText, mode, workload, current, isLoading },
  suggestion,
  explain,
  isWaiting,
  isMeasuring,
}: {
  state: TargetPageState;
  suggestion: Suggestion | null | undefined;
  explain: SuggestionExplanation;
  isWaiting: boolean;
  /** The current usage is still loading. */
  isMeasuring: boolean;
}) {
  const [, change] = useViewParams();
  const hasHistory = useHasHistory();
  if (missingText !== null)
    return (
      <div className="flex flex-wrap items-center gap-2">
        <Banner tone="warning" icon="severityMedium" className="flex-1 basis-60 md:min-h-13">
          {missingText}
          {mode === 'Autonomous' ? ' Autonomous mode has been paused' : null}
        </Banner>
        {hasHistory ? <Button onClick={() => change({ modal: 'un-enroll', drawer: null })}>Un-enroll</Button> : null}
      </div>
    );
  const health = workload === null || isWaiting ? null : targetHealth(workload, current);
  const advice = resourceAdvice(suggestion, workload?.containers ?? []);
  const risks = mode === 'Recommendation' ? (health?.risks ?? []) : [];
  return (
    // Many containers may have many risks, so the list has a maximum height and scrolls.
    <div
      {...(risks.length > maxVisibleRisks ? focusable : {})}
      className="grid max-h-56 gap-2 overflow-y-auto md:grid-cols-2"
    >
      {resourceNames.map((resource) => {
        const own = risks.filter((risk) => risk.resource === resource);
        return (
          <div key={resource} className="flex min-h-14 min-w-0 flex-col gap-2 sm:min-h-9 md:min-h-13">
            {own.map((risk) => (
              <Banner
                key={riskKey(risk)}
                tone="success"
                icon={risk.weight === 'high' ? 'severityHigh' : 'info'}
                note={riskNote(risk, advice, explain.adjustment)}
                className="flex-1"
              >
                {risk.message}
              </Banner>
            ))}
            {own.length === 0 ? (
              <NoRisk>
                {isLoading || isMeasuring || isWaiting
                  ? null
                  : noRiskText(resource, health?.utilization[resource] ?? null)}
              </NoRisk>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}

const riskKey = ({ type, resource, container }: HealthRisk) => [type, resource, container ?? ''].join('\n');

function noRiskText(resource: ResourceName, utilization: Health['utilization'][ResourceName]): string {
  return utilization === null
    ? `The ${resource === 'cpu' ? 'CPU' : 'memory'} utilization is unknown.`
    : `${resourceLabels[resource]} uses ${formatPercent(utilization)} of its request now.`;
}

/** Shown for a resource without risks. */
function NoRisk({ children }: { children: string | null }) {
  return (
    <p className="flex min-h-9 flex-1 items-center gap-2 rounded-md border bg-surface px-3 py-1.5 text-ink-2">
      {children === null ? (
        <Skeleton className="h-3.5 w-48" />
      ) : (
        <>
          <Icon name="info" className="text-ink-3" />
          <span className="min-w-0">{children}</span>
        </>
      )}
    </p>
  );
}

function Banner({
  tone,
  icon,
  note = null,
  className,
  children,
}: {
  tone: 'success' | 'warning';
  icon: IconName;
  /** A sentence after the message. */
  note?: string | null;
  className: string;
  children: ReactNode;
}) {
  const isWarning = tone === 'warning';
  return (
    <p
      role={isWarning ? 'alert' : 'status'}
      className={classNames(
        'flex min-h-9 shrink-0 items-center gap-2 rounded-md px-3 py-1.5 font-medium',
        isWarning ? 'bg-waste-soft text-waste' : 'bg-savings-soft text-savings',
        className,
      )}
    >
      <Icon name={icon} {...(icon === 'severityHigh' ? { label: 'High severity', className: 'text-danger' } : {})} />
      <span className="min-w-0 break-words">
        <span>{children}</span>
        {note === null ? null : <span className="font-normal text-ink-2"> {note}</span>}
      </span>
    </p>
  );
}
