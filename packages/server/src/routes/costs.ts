import { defaultNodeSettings, unoptimizedSchema } from '@trimtab/core';
import * as z from 'zod/mini';
import { readBody } from '../http/body.ts';
import type { Call, Calls } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import { targetNotFound } from '../ports/index.ts';
import { costWindow } from '../services/costs/cost-window.ts';
import type { Services } from '../services/services.ts';
import { clustersOf } from './target-query.ts';

const amount = z.number().check(z.positive());
/** Unlike core's schema, it rejects unknown keys: a misspelled one would otherwise be ignored silently. */
const settingsBody = z.strictObject({ node_cpu_cores: amount, node_memory_bytes: amount, node_hourly_cost: amount });

export function costCalls({ store, stored, targets, costs, nodeCosts, paginate, clock }: Services): Calls {
  const one =
    (read: keyof typeof costs): Call =>
    async ({ part, query, context }) => {
      const window = costWindow(query.window(), clock.now());
      const [answer] = await costs[read]([await targets.record(part('namespace'), part('name'))], window, context);
      return answer;
    };
  const many =
    (read: keyof typeof costs): Call =>
    async ({ query, context }) => {
      const window = costWindow(query.window(), clock.now());
      const { shown, total } = await paginate(read, context, (await stored()).records, query.page());
      return { items: await costs[read](shown, window, context), total };
    };
  return {
    'costs.potentialSavings': one('potentialSavings'),
    'costs.potentialSavingsBulk': many('potentialSavings'),
    'costs.comparison': one('comparisons'),
    'costs.comparisonBulk': many('comparisons'),
    'costs.recordUnoptimized': async ({ request, part }) => {
      const [namespace, name] = [part('namespace'), part('name')];
      const { replicas, containers } = await readBody(request, unoptimizedSchema);
      if (new Set(containers.map((container) => container.name)).size !== containers.length) {
        throw new HttpError(400, 'In the body, containers has the same container twice.');
      }
      const recorded = await store.targets.recordUnoptimized(namespace, name, {
        replicas,
        containers: containers.map((container) => ({
          name: container.name,
          cpuRequest: requestOf(container.requests.cpu),
          memoryRequest: requestOf(container.requests.memory),
        })),
        recordedAt: clock.now(),
      });
      if (!recorded) throw targetNotFound(namespace, name);
    },
    'costs.nodes': ({ query, context }) => nodeCosts(clustersOf(query), context),
    // Fails if the store fails. With the defaults instead, a client that changes one value would save the others too.
    'costs.settings': async () => (await store.settings.get()) ?? defaultNodeSettings,
    'costs.saveSettings': async ({ request }) => {
      const settings = await readBody(request, settingsBody);
      await store.settings.save(settings);
      return settings;
    },
  };
}

/** A request of 0 counts as no request. */
const requestOf = (request: number | null | undefined): number | null =>
  request === undefined || request === 0 ? null : request;
