import { aPast, aWorld } from '@trimtab/testing';
import { expect, it } from 'vitest';
import { createApp } from '../app.ts';

it('answers that it is alive while the store does not answer', async () => {
  const { deps } = aWorld();
  const targets = { ...deps.store.targets, list: () => new Promise<never>(() => undefined) };
  const store = { ...deps.store, targets };
  const app = createApp({ ...deps, store, history: aPast([]), logger: () => undefined, version: '1' });
  const response = await app(new Request('http://localhost/healthz'));
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
});
