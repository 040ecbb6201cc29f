import { aGuardedClient, aWorld } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { createTickets } from './download-tickets.ts';

const query = 'namespace=shop&targetName=cart&start=2026-03-04T00:00:00Z&end=2026-03-04T12:00:00Z';

async function aTicket(client: ReturnType<typeof aGuardedClient>, as = 'reader') {
  const { body } = await client.ask(`/v1/export/tickets?${query}`, { method: 'POST', as });
  if (typeof body !== 'object' || body === null || !('ticket' in body)) throw new Error('no ticket');
  return String(body.ticket);
}

/** Whether the ticket was accepted: the export may fail for other reasons, but not with 401. */
const accepts = async (client: ReturnType<typeof aGuardedClient>, address: string) =>
  (await client.ask(address)).status !== 401;

describe('a ticket for an export', () => {
  it('is 128 random bits, with its expiry time', async () => {
    const world = aWorld();
    const client = aGuardedClient(world);
    const { status, body, headers } = await client.ask(`/v1/export/tickets?${query}`, { method: 'POST', as: 'reader' });
    expect(status).toBe(200);
    expect(body).toEqual({
      ticket: expect.stringMatching(/^[\da-f]{32}$/),
      expires: new Date(world.now + 60_000).toISOString(),
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await aTicket(client)).not.toBe(await aTicket(client));
  });

  it('is accepted once, without a token', async () => {
    const client = aGuardedClient(aWorld());
    const address = `/v1/export?${query}&ticket=${await aTicket(client)}`;
    expect(await accepts(client, address)).toBe(true);
    expect(await client.ask(address)).toMatchObject({
      status: 401,
      body: { errors: ['This export link was already used or has expired. Start the export again.'] },
    });
  });

  it('expires after one minute', async () => {
    const world = aWorld();
    const client = aGuardedClient(world);
    const [early, late] = [await aTicket(client), await aTicket(client)];
    world.now += 59_999;
    expect(await accepts(client, `/v1/export?${query}&ticket=${early}`)).toBe(true);
    world.now += 1;
    expect(await accepts(client, `/v1/export?${query}&ticket=${late}`)).toBe(false);
  });

  it('is accepted only for its own query, in any order of parameters', async () => {
    const client = aGuardedClient(aWorld());
    const reordered = query.split('&').toReversed().join('&');
    expect(await accepts(client, `/v1/export?ticket=${await aTicket(client)}&${reordered}`)).toBe(true);
    for (const other of [
      query.replace('cart', 'web'),
      `${query}&include-metrics=true`,
      query.replace('&targetName=cart', ''),
    ]) {
      expect(await accepts(client, `/v1/export?${other}&ticket=${await aTicket(client)}`)).toBe(false);
    }
  });

  it('is not accepted by other calls, and cannot be guessed', async () => {
    const client = aGuardedClient(aWorld());
    expect(await accepts(client, `/v1/ast?ticket=${await aTicket(client)}`)).toBe(false);
    expect(await accepts(client, `/v1/export/tickets?${query}&ticket=${await aTicket(client)}`)).toBe(false);
    for (const guess of ['', '0'.repeat(32), 'constructor']) {
      expect(await accepts(client, `/v1/export?${query}&ticket=${guess}`)).toBe(false);
    }
  });

  it('is issued only to signed-in callers, and does not appear in the log', async () => {
    const client = aGuardedClient(aWorld());
    expect((await client.ask(`/v1/export/tickets?${query}`, { method: 'POST' })).status).toBe(401);
    const ticket = await aTicket(client);
    await client.ask(`/v1/export?${query}&ticket=${ticket}`);
    expect(JSON.stringify(client.lines)).not.toContain(ticket);
  });

  it('belongs to its caller; beyond 10,000 tickets the oldest are dropped', async () => {
    let now = 0;
    const tickets = createTickets({ now: () => now });
    const issue = async (subject: string) =>
      (await tickets.issue({ subject, permissions: new Set() }, [['a', '1']])).ticket;
    const first = await issue('first');
    const second = await issue('second');
    for (let count = 0; count < 9_999; count += 1) await issue('flood');
    expect(await tickets.redeem(first, [['a', '1']])).toBeNull();
    expect(await tickets.redeem(second, [['a', '1']])).toMatchObject({ subject: 'second' });
    now = 60_000;
    expect(await tickets.redeem(await issue('third'), [['a', '1']])).toMatchObject({ subject: 'third' });
  });
});
