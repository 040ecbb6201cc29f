import {
  formatDate,
  formatResource,
  resourceLabels,
  resourceNames,
  type WhatIf,
  type WhatIfFinding,
  whatIfFindings,
} from '@trimtab/core';
import { useMemo } from 'react';
import { loadedLater } from '../../../browser/loaded-later.tsx';
import { useViewParams } from '../../../browser/search-params.ts';
import { CardBoundary } from '../../../table/CardBoundary.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { IconName } from '../../../ui/icons.ts';
import { Select } from '../../../ui/Select.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import { ChartTable } from '../usage/ChartTable.tsx';
import { ViewToggle } from '../usage/ViewToggle.tsx';
import { rowsOf, whatIfColumns } from './what-if-columns.ts';

const chartHeight = 280;

const ReplicaChart = loadedLater(
  'replica-chart',
  () => import('../../../charts/ReplicaChart.tsx').then((module) => module.ReplicaChart),
  <div style={{ height: chartHeight }} />,
);

const time = (at: string) => formatDate(at, 'MMM d, HH:mm');

/** The answer in sentences, and as a chart or a table. `isStale`: the next answer is being computed. */
export function WhatIfResult({ answer, isStale }: { answer: WhatIf; isStale: boolean }) {
  const [params, change] = useViewParams();
  const resource = params.get('resource') === 'memory' ? 'memory' : 'cpu';
  const findings = useMemo(() => whatIfFindings(answer), [answer]);
  const { window, scale } = answer;
  return (
    <Card aria-label="Result" aria-busy={isStale} className="overflow-hidden">
      <CardHeader title="Result">
        <div className="flex items-center gap-2">
          <Select
            aria-label="Resource of the chart"
            value={resource}
            onChange={(event) => change({ resource: event.target.value === 'memory' ? 'memory' : null })}
          >
            {resourceNames.map((name) => (
              <option key={name} value={name}>
                {resourceLabels[name]}
              </option>
            ))}
          </Select>
          <ViewToggle />
        </div>
      </CardHeader>
      <div className={classNames('flex flex-col gap-4 px-4 py-4', isStale && 'opacity-60')}>
        <div aria-live="polite" className="flex flex-col gap-3">
          <p className="text-ink-2">
            {time(window.start)} – {time(window.end)}, ×{scale}
          </p>
          <ul className="flex flex-col gap-1.5">
            {findings.map((finding) => (
              <Finding key={finding.text} {...finding} />
            ))}
          </ul>
        </div>
        <CardBoundary name="The chart of the load">
          <WhatIfChart answer={answer} resource={resource} asTable={params.get('view') === 'table'} />
        </CardBoundary>
      </div>
    </Card>
  );
}

const marks: Record<WhatIfFinding['tone'], { icon: IconName; label: string; color: string }> = {
  exceeded: { icon: 'severityHigh', label: 'Exceeded', color: 'text-danger' },
  sufficient: { icon: 'check', label: 'Fine', color: 'text-ink-3' },
  unknown: { icon: 'info', label: 'Note', color: 'text-waste' },
};

function Finding({ tone, text }: WhatIfFinding) {
  const { icon, label, color } = marks[tone];
  return (
    <li className="flex items-start gap-2">
      <Icon name={icon} label={label} className={classNames('mt-0.5', color)} />
      <span className="min-w-0 break-words">
        <bdi>{text}</bdi>
      </span>
    </li>
  );
}

type WhatIfChartProps = { answer: WhatIf; resource: 'cpu' | 'memory'; asTable: boolean };

function WhatIfChart({ answer, resource, asTable }: WhatIfChartProps) {
  const rows = useMemo(() => rowsOf(answer), [answer]);
  const { maxReplicas } = answer.replicas;
  const term = resourceLabels[resource];
  if (asTable) {
    return (
      <div style={{ height: chartHeight }}>
        <ChartTable rows={rows} columns={whatIfColumns} minWidth="36rem" name={`${answer.name}-what-if`} />
      </div>
    );
  }
  return (
    <figure>
      <ReplicaChart
        rows={rows.map((row) => ({ at: row.at, usage: row[resource], replicas: row.replicas }))}
        maxReplicas={maxReplicas}
        height={chartHeight}
        term={term}
        format={(value) => formatResource(resource, value)}
        label={`${term} and pods under the scaled load`}
      />
      <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-2">
        <Key line="border-actual" text={`${term} of all pods in ${resource === 'cpu' ? 'cores' : 'bytes'} (left)`} />
        <Key line="border-predicted" text="Pods (right)" />
        {maxReplicas === null ? null : <Key line="border-dotted border-predicted" text="Most pods allowed" />}
      </figcaption>
    </figure>
  );
}

function Key({ line, text }: { line: string; text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`w-4 border-t-2 forced-color-adjust-none ${line}`} />
      {text}
    </span>
  );
}
