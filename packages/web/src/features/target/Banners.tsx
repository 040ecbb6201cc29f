import { type HealthRisk, targetHealth } from '@trimtab/core';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { TargetState } from './use-target.ts';

/** What must be known before anything else: that the workload is gone, and what its requests risk. */
export function Banners({ state }: { state: TargetState }) {
  const { missingText, mode, workload, current } = state;
  if (missingText !== null)
    return (
      <Banner tone="warning">
        {missingText}
        {mode === 'Autonomous' ? ' Autonomous mode has been paused' : null}
      </Banner>
    );
  if (mode !== 'Recommendation' || workload === null || current === null) return null;
  const { risks } = targetHealth(workload, current);
  if (risks.length === 0) return null;
  return (
    // Many containers may have many risks: the page keeps its shape, and the list scrolls.
    <div className="flex max-h-56 flex-col gap-2 overflow-y-auto">
      {risks.map((risk) => (
        <Banner key={riskKey(risk)} tone="success">
          {risk.message}
        </Banner>
      ))}
    </div>
  );
}

const riskKey = ({ type, resource, container }: HealthRisk) => [type, resource, container ?? ''].join('\n');

function Banner({ tone, children }: { tone: 'success' | 'warning'; children: ReactNode }) {
  const isWarning = tone === 'warning';
  return (
    <p
      role={isWarning ? 'alert' : 'status'}
      className={classNames(
        'flex shrink-0 items-start gap-2 rounded-md px-3 py-2 font-medium',
        isWarning ? 'bg-waste-soft text-waste' : 'bg-savings-soft text-savings',
      )}
    >
      <Icon name={isWarning ? 'severityMedium' : 'severityLow'} className="mt-0.5" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}
