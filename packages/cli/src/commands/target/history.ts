import { formatResource, resourceLabels, resourceNames } from '@trimtab/core';
import { extent, sparkline } from '../../output/bars.ts';
import { type Fact, fact } from '../../output/facts.ts';
import type { TargetDetail } from '../../services/target-get.ts';

/** Total usage and prediction of the workload, as sparklines on one scale. */
export function historyFacts({ series }: TargetDetail): Fact[] {
  return resourceNames.flatMap((resource): Fact[] => {
    const metric = series?.metrics.find(
      ({ metricName, metricType, targetType }) =>
        metricName === resource && metricType === 'total' && targetType === 'deployment',
    );
    const predicted = metric?.predicted ?? [];
    const scale = extent(metric?.values ?? [], predicted);
    if (metric === undefined || scale === null) return [];
    const title = resourceLabels[resource];
    const range = `▁ ${formatResource(resource, scale.least)}  █ ${formatResource(resource, scale.most)}`;
    const facts: Fact[] = [
      fact(`${resource}.actual`, `${title} actual`, sparkline(metric.values, scale).trimEnd(), { style: 'strong' }),
    ];
    if (predicted.some((value) => value !== null)) {
      const text = sparkline(predicted, scale).trimEnd();
      facts.push(fact(`${resource}.predicted`, `${title} predicted`, text, { style: 'accent' }));
    }
    facts.push(fact(`${resource}.scale`, '', range, { style: 'dim' }));
    return facts;
  });
}
