import { aGuardedClient, aWorld } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { createTickets } from './download-tickets.ts';

const query = 'namespace=shop&targetName=cart&start=2026-03-04T00:00:00Z&end=2026-03-04T12:00:00Z';

async function aTicket(client: ReturnType<typeof aGuardedClient>, as = 'reader') {
  const { body } = await client.ask(`/v1/export/tickets?${query}`, { method: 'POST', as });
  if (typeof body !== 'object' || body === null || !('ticket' in body)) throw new Error('no ticket');
  return String(body.ticket);
}

/** Whether the door was opened: whatever the export itself then answers, it is not 401. */
const opens = async (client: ReturnType<typeof aGuardedClient>, address: string) =>
  (await client.ask(address)).status !== 401;

describe('a ticket for an export', () => {
  it('is 128 random bits, and says when it ends', async () => {
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

  it('opens once, without a token, and never again', async () => {
    const client = aGuardedClient(aWorld());
    const address = `/v1/export?${query}&ticket=${await aTicket(client)}`;
    expect(await opens(client, address)).toBe(true);
    expect(await client.ask(address)).toMatchObject({
      status: 401,
      body: { errors: ['This link for an export was used already, or is too old. Start the export again.'] },
    });
  });

  it('opens for a minute', async () => {
    const world = aWorld();
    const client = aGuardedClient(world);
    const [early, late] = [await aTicket(client), await aTicket(client)];
    world.now += 59_999;
    expect(await opens(client, `/v1/export?${query}&ticket=${early}`)).toBe(true);
    world.now += 1;
    expect(await opens(client, `/v1/export?${query}&ticket=${late}`)).toBe(false);
  });

  it('opens only what it was made for, whatever the order of parameters', async () => {
    const client = aGuardedClient(aWorld());
    const reordered = query.split('&').toReversed().join('&');
    expect(await opens(client, `/v1/export?ticket=${await aTicket(client)}&${reordered}`)).toBe(true);
    for (const other of [
      query.replace('cart', 'web'),
      `${query}&include-metrics=true`,
      query.replace('&targetName=cart', ''),
    ]) {
      expect(await opens(client, `/v1/export?${other}&ticket=${await aTicket(client)}`)).toBe(false);
    }
  });

  it('opens nothing else, and is not guessed', async () => {
    const client = aGuardedClient(aWorld());
    expect(await opens(client, `/v1/ast?ticket=${await aTicket(client)}`)).toBe(false);
    expect(await opens(client, `/v1/export/tickets?${query}&ticket=${await aTicket(client)}`)).toBe(false);
    for (const guess of ['', '0'.repeat(32), 'constructor']) {
      expect(await opens(client, `/v1/export?${query}&ticket=${guess}`)).toBe(false);
    }
  });

  it('is given only to who is signed in, and stands in no log', async () => {
    const client = aGuardedClient(aWorld());
    expect((await client.ask(`/v1/export/tickets?${query}`, { method: 'POST' })).status).toBe(401);
    const ticket = await aTicket(client);
    await client.ask(`/v1/export?${query}&ticket=${ticket}`);
    expect(JSON.stringify(client.lines)).not.toContain(ticket);
  });

  it('belongs to who asked for it, and the oldest are dropped beyond ten thousand', () => {
    let now = 0;
    const tickets = createTickets({ now: () => now });
    const issue = (subject: string) => tickets.issue({ subject, permissions: new Set() }, [['a', '1']]).ticket;
    const first = issue('first');
    const second = issue('second');
    for (let count = 0; count < 9_999; count += 1) issue('flood');
    expect(tickets.redeem(first, [['a', '1']])).toBeNull();
    expect(tickets.redeem(second, [['a', '1']])).toMatchObject({ subject: 'second' });
    now = 60_000;
    expect(tickets.redeem(issue('third'), [['a', '1']])).toMatchObject({ subject: 'third' });
  });
});
