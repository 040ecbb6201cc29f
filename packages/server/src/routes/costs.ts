import { defaultNodeSettings, unoptimizedSchema } from '@trimtab/core';
import * as z from 'zod/mini';
import { readBody } from '../http/body.ts';
import type { Call, Calls } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import { cutPage, targetNotFound } from '../ports/index.ts';
import { costWindow } from '../services/costs/cost-window.ts';
import type { Services } from '../services/services.ts';
import { readWindow } from './cost-query.ts';

const maximumPage = 250;
const amount = z.number().check(z.positive());
/** As core's schema, but an unknown key is refused: a misspelled one would be lost without a word. */
const settingsBody = z.strictObject({ node_cpu_cores: amount, node_memory_bytes: amount, node_hourly_cost: amount });

export function costCalls({ store, stored, costs, paginate, clock, logger }: Services): Calls {
  const one =
    (read: keyof typeof costs): Call =>
    async ({ part, query, context }) => {
      const [namespace, name] = [part('namespace'), part('name')];
      const window = costWindow(readWindow(query), clock.now());
      const record = await store.targets.get(namespace, name);
      if (record === null) throw targetNotFound(namespace, name);
      const [answer] = await costs[read]([record], window, context);
      return answer;
    };
  const many =
    (read: keyof typeof costs): Call =>
    async ({ query, context }) => {
      const window = costWindow(readWindow(query), clock.now());
      const page = query.page({ maximum: maximumPage });
      const records = paginate(read, context, (await stored()).records, page);
      return { items: await costs[read](cutPage(records, page), window, context), total: records.length };
    };
  return [
    ['costs.potentialSavings', one('potentialSavings')],
    ['costs.potentialSavingsBulk', many('potentialSavings')],
    ['costs.comparison', one('comparisons')],
    ['costs.comparisonBulk', many('comparisons')],
    [
      'costs.recordUnoptimized',
      async ({ request, part }) => {
        const [namespace, name] = [part('namespace'), part('name')];
        const { replicas, containers } = await readBody(request, unoptimizedSchema);
        if (new Set(containers.map((container) => container.name)).size !== containers.length) {
          throw new HttpError(400, 'In the body, containers names one container twice.');
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
    ],
    [
      'costs.settings',
      async () => {
        try {
          return (await store.settings.get()) ?? defaultNodeSettings;
        } catch (error) {
          // Defaults keep every page alive (reliability.md S14); saving answers 500 until the store works again.
          logger('error', 'node settings could not be read; the defaults are used', { error });
          return defaultNodeSettings;
        }
      },
    ],
    [
      'costs.saveSettings',
      async ({ request }) => {
        const settings = await readBody(request, settingsBody);
        await store.settings.save(settings);
        return settings;
      },
    ],
  ];
}

/** A request of 0 counts as none (contract.md, "Readings"). */
const requestOf = (request: number | null | undefined): number | null =>
  request === undefined || request === 0 ? null : request;
