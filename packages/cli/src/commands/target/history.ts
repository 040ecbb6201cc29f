import { formatResource, resourceLabels, resourceNames } from '@trimtab/core';
import { extent, resample, sparkline } from '../../output/bars.ts';
import { type Fact, fact } from '../../output/facts.ts';
import type { TextStyle } from '../../output/style.ts';
import type { TargetDetail } from '../../services/target-get.ts';

/** At most this many characters, which is less than the longest cell. */
const maxWidth = 200;

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
    const line = (id: string, values: readonly (number | null)[], style: TextStyle): Fact => {
      const shorten = (width: number) => sparkline(resample(values, width), scale).trimEnd();
      return fact(`${resource}.${id}`, `${title} ${id}`, shorten(maxWidth), { style, shorten });
    };
    const facts = [line('actual', metric.values, 'strong')];
    if (predicted.some((value) => value !== null)) facts.push(line('predicted', predicted, 'accent'));
    facts.push(fact(`${resource}.scale`, '', range, { style: 'dim' }));
    return facts;
  });
}
