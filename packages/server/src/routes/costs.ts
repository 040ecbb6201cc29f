import { DEFAULT_NODE_SETTINGS } from '@trimtab/core';
import * as z from 'zod/mini';
import { readBody } from '../http/body.ts';
import type { Services } from '../services/services.ts';
import type { Calls } from './call.ts';

const amount = z.number().check(z.positive());
/** As core's schema, but an unknown key is refused: a misspelt one would be lost without a word. */
const settingsBody = z.strictObject({ node_cpu_cores: amount, node_memory_bytes: amount, node_hourly_cost: amount });

export function costCalls({ store, logger }: Services): Calls {
  return [
    [
      'costs.settings',
      async () => {
        try {
          return (await store.settings.get()) ?? DEFAULT_NODE_SETTINGS;
        } catch (error) {
          // Defaults keep every page alive (reliability.md S14); saving answers 500 until the store works again.
          logger('error', 'node settings could not be read; the defaults are used', { error });
          return DEFAULT_NODE_SETTINGS;
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
