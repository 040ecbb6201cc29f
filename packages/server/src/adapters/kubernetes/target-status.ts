import { printResourceQuantity } from '@trimtab/core';
import * as z from 'zod/mini';
import type { TargetReport } from '../../ports/index.ts';
import type { KeptTarget } from './target-objects.ts';

const conditionsSchema = z.object({
  conditions: z.prefault(
    z.array(z.object({ type: z.string(), status: z.string(), lastTransitionTime: z.string() })),
    [],
  ),
});

/** The status of a resource after a report. Other parts of the status that the server wrote remain. */
export function reportedStatus(
  { ownStatus, generation, record }: KeptTarget,
  report: TargetReport,
  now: number,
): object {
  const before = conditionsSchema.parse(ownStatus).conditions;
  const condition = (type: string, { isTrue, label, message }: TargetReport['ready']) => {
    const status = isTrue ? 'True' : 'False';
    const same = before.find((each) => each.type === type && each.status === status);
    const lastTransitionTime = same?.lastTransitionTime ?? new Date(now).toISOString();
    return { type, status, observedGeneration: generation, lastTransitionTime, reason: reasonOf(label), message };
  };
  const { recommendation: _, ...others } = { recommendation: null, ...ownStatus };
  return {
    ...others,
    observedGeneration: generation,
    mode: [record.horizontal, record.vertical].includes('autonomous') ? 'autonomous' : 'recommendation',
    conditions: [condition('Ready', report.ready), condition('Recommended', report.recommended)],
    ...(report.recommendation === null ? {} : { recommendation: recommendationOf(report.recommendation) }),
  };
}

/** `MetricsUnavailable` for "Metrics unavailable". */
const reasonOf = (label: string): string =>
  label.replaceAll(/[^A-Za-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase()) || 'Unknown';

type Recommendation = NonNullable<TargetReport['recommendation']>;

const recommendationOf = ({ id, publishedAt, replicas, containers, ...pod }: Recommendation) => ({
  id,
  time: new Date(publishedAt).toISOString(),
  ...(replicas === null ? {} : { replicas }),
  ...requestsOf(pod),
  containers: Object.fromEntries(containers.map(({ name, ...requests }) => [name, requestsOf(requests)])),
});

const requestsOf = ({ cpu, memory }: { readonly cpu: number | null; readonly memory: number | null }) => ({
  ...(cpu === null ? {} : { cpu: printResourceQuantity('cpu', cpu) }),
  ...(memory === null ? {} : { memory: printResourceQuantity('memory', memory) }),
});
