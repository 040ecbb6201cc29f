import { expect, test } from 'vitest';
import { json } from '../../testing/fault-replies.ts';
import { rejection, scriptedServer } from '../../testing/scripted-client.ts';
import { costOperations } from '../operations/costs.ts';
import type { OperationId } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import { createPageClient } from './client.ts';

async function pageClient(declared: readonly Operation[]) {
  const server = await scriptedServer(() => json({ items: [] }));
  const loaded: OperationId[] = [];
  const client = createPageClient({ baseUrl: server.url }, async (id) => {
    loaded.push(id);
    return declared;
  });
  return { client, loaded };
}

const hour = { start: 0, end: 3_600_000 };

test('the calls of the first screen load no declarations', async () => {
  const { client, loaded } = await pageClient([]);
  expect((await client.views.kpis()).items).toEqual([]);
  expect(loaded).toEqual([]);
});

test('the declarations of other calls are loaded once for each set', async () => {
  const { client, loaded } = await pageClient(costOperations);
  await client.costs.potentialSavingsBulk(hour);
  await client.costs.comparisonBulk(hour);
  expect(loaded).toEqual(['costs.potentialSavingsBulk']);
});

test('a call that the loaded set does not declare rejects with its id', async () => {
  const { client } = await pageClient(costOperations);
  expect(String(await rejection(client.system.health()))).toBe('TypeError: No operation system.health');
});
