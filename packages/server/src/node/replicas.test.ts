import { aClient, aRecord, aWorkload, aWorld } from '@trimtab/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { openedStore, postgresStarter, whySkipped } from '../adapters/sql/postgres/testing/real-postgres.ts';
import { createTickets } from '../auth/download-tickets.ts';
import type { Store } from '../ports/index.ts';

describe.skipIf(whySkipped('two replicas of the API') !== null)('two replicas on one PostgreSQL', () => {
  const { emptyDatabase } = postgresStarter();
  const stores: Store[] = [];
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
  });

  async function twoReplicas() {
    const access = await emptyDatabase();
    const open = async (name: string) => {
      const store = await openedStore(access, { name });
      stores.push(store);
      const world = aWorld();
      world.workloads.push(aWorkload());
      return { store, client: aClient({ ...world, deps: { ...world.deps, store } }) };
    };
    return [await open('one'), await open('two')] as const;
  }

  it('continue a list that was begun on the other one', async () => {
    const [one, two] = await twoReplicas();
    await one.store.targets.enroll(['b', 'd', 'f'].map((name) => aRecord({ name })));
    const page = async ({ client }: typeof one, offset: number) =>
      (await client.get(`/v1/ast?limit=1&offset=${offset}`)).body;
    expect(await page(one, 0)).toMatchObject({ items: [{ name: 'b' }], total: 3 });
    await two.store.targets.enroll([aRecord({ name: 'a' })]);
    expect(await page(two, 1)).toMatchObject({ items: [{ name: 'd' }], total: 3 });
    await one.store.targets.remove('shop', 'd');
    expect(await page(two, 2)).toMatchObject({ items: [{ name: 'f' }], total: 3 });
    expect(await page(two, 0)).toMatchObject({ items: [{ name: 'a' }], total: 3 });
  });

  it('run a write with one key once', async () => {
    const [one, two] = await twoReplicas();
    const enroll = ({ client }: typeof one) =>
      client.send(
        new Request('http://api.test/v1/ast/candidates/shop?dryrun=false', {
          method: 'POST',
          headers: { 'idempotency-key': 'a-key' },
        }),
      );
    const answers = await Promise.all([one, two, one, two].map(enroll));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, expect.objectContaining({ items: [expect.objectContaining({ result: 'created' })] })]),
    );
  });

  it('accept the export ticket of the other one, once', async () => {
    const [one, two] = await twoReplicas();
    const ask = { subject: 'reader', permissions: new Set(['logs:read']) };
    const [issuing, redeeming] = [one, two].map(({ store }) => createTickets({ now: () => 0 }, store.shared));
    const { ticket } = (await issuing?.issue(ask, [['a', '1']])) ?? { ticket: '' };
    expect(await redeeming?.redeem(ticket, [['a', '1']])).toEqual(ask);
    expect(await issuing?.redeem(ticket, [['a', '1']])).toBeNull();
  });
});
