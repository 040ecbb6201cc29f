import { formatPeak, type Outlook, type ResourceName, resourceLabels } from '@trimtab/core';
import { type Fact, fact } from '../../output/facts.ts';
import type { TargetDetail } from '../../services/target-get.ts';

type Peaks = Pick<NonNullable<Outlook['replicas']>, 'day' | 'week'>;

/** The expected peaks of the next day and week. Empty if the server does not forecast them. */
export function outlookFacts({ outlook }: TargetDetail): Fact[] {
  if (outlook === null) return [];
  const facts = outlook.resources.flatMap(({ metric, ...peaks }) => peakFacts(metric, resourceLabels[metric], peaks));
  return outlook.replicas === null ? facts : [...facts, ...peakFacts('replicas', 'Replicas', outlook.replicas)];
}

function peakFacts(id: ResourceName | 'replicas', label: string, { day, week }: Peaks): Fact[] {
  return [
    fact(`${id}.day_peak`, `${label}, next 24 hours`, formatPeak(id, day, 'day'), { value: day.value }),
    ...(week === null
      ? []
      : [fact(`${id}.week_peak`, `${label}, next 7 days`, formatPeak(id, week, 'week'), { value: week.value })]),
  ];
}
