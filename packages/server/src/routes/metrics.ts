import * as z from 'zod/mini';
import { readBody } from '../http/body.ts';
import type { Services } from '../services/services.ts';
import { type Calls, notFound } from './call.ts';

const maximumTargets = 250;
const name = z.string().check(z.minLength(1), z.maxLength(253));
const targetsBody = z.strictObject({
  targets: z.array(z.strictObject({ namespace: name, name })).check(z.maxLength(maximumTargets)),
});

export function metricCalls({ store, stored, currentMetrics }: Services): Calls {
  return [
    [
      'metrics.current',
      async ({ part, signal }) => {
        const [namespace, target] = [part('namespace'), part('name')];
        const record = await store.targets.get(namespace, target);
        if (record === null) throw notFound(namespace, target);
        const [metrics] = await currentMetrics.read([record], signal);
        return metrics;
      },
    ],
    [
      'metrics.currentBulk',
      async ({ request, signal }) => {
        const body = await readBody(request, targetsBody);
        const { records } = await stored();
        const wanted = new Set(body.targets.map((one) => JSON.stringify([one.namespace, one.name])));
        const found = records.filter((one) => wanted.has(JSON.stringify([one.namespace, one.name])));
        return { items: await currentMetrics.read(found, signal), total: found.length };
      },
    ],
  ];
}
