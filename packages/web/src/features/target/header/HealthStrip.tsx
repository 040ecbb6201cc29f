import {
  formatPercent,
  type Health,
  type HealthRisk,
  type ResourceName,
  resourceNames,
  targetHealth,
} from '@trimtab/core';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { keyboardScroll } from '../../../ui/keyboard-scroll.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { resourceLabels } from '../resource-label.ts';
import type { TargetState } from '../use-target.ts';

/** More risks than this scroll. */
const mostInSight = 8;

/**
 * What must be known before anything else: that the workload is gone, or how its requests fit. Each resource has its place
 * from the first paint on, so that a risk which is found late moves nothing.
 */
export function HealthStrip({
  state: { missingText, mode, workload, current, isLoading },
  isWaiting,
  isMeasuring,
}: {
  state: TargetState;
  isWaiting: boolean;
  /** What the containers use is still on its way. */
  isMeasuring: boolean;
}) {
  if (missingText !== null)
    return (
      <Banner tone="warning" className="md:min-h-13 xl:min-h-9">
        {missingText}
        {mode === 'Autonomous' ? ' Autonomous mode has been paused' : null}
      </Banner>
    );
  const health = workload === null || isWaiting ? null : targetHealth(workload, current);
  const risks = mode === 'Recommendation' ? (health?.risks ?? []) : [];
  return (
    // Many containers may have many risks: the page keeps its shape, and the list scrolls.
    <div
      {...(risks.length > mostInSight ? keyboardScroll : {})}
      className="grid max-h-56 gap-2 overflow-y-auto md:grid-cols-2"
    >
      {resourceNames.map((resource) => {
        const own = risks.filter((risk) => risk.resource === resource);
        return (
          <div key={resource} className="flex min-h-14 min-w-0 flex-col gap-2 sm:min-h-9 md:min-h-13 xl:min-h-9">
            {own.map((risk) => (
              <Banner key={riskKey(risk)} tone="success" className="flex-1">
                {risk.message}
              </Banner>
            ))}
            {own.length === 0 ? (
              <Quiet>
                {isLoading || isMeasuring ? null : fitText(resource, health?.utilization[resource] ?? null)}
              </Quiet>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}

const riskKey = ({ type, resource, container }: HealthRisk) => [type, resource, container ?? ''].join('\n');

function fitText(resource: ResourceName, utilization: Health['utilization'][ResourceName]): string {
  return utilization === null
    ? `The ${resource === 'cpu' ? 'CPU' : 'memory'} utilization is not known.`
    : `${resourceLabels[resource]} uses ${formatPercent(utilization)} of its request.`;
}

/** A place without a risk. */
function Quiet({ children }: { children: string | null }) {
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
  className,
  children,
}: {
  tone: 'success' | 'warning';
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
      <Icon name={isWarning ? 'severityMedium' : 'severityLow'} />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}
