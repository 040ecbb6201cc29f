import { expect, test } from 'vitest';
import { failure, json } from '../../testing/fault-replies.ts';
import { rejection, scripted } from '../../testing/scripted-client.ts';

const enrolled = json({ items: [] });
const cut = json({ items: [] }, { cutAt: 5, ending: 'reset' });
const shop = { namespace: 'shop', workloads: ['web'] };

test('a write that is repeated because its answer was lost has the same key, and the next one has another', async () => {
  const { client, server } = await scripted((_, n) => (n === 0 ? cut : n === 1 ? failure(502, ['proxy']) : enrolled));
  await rejection(client.targets.enroll(shop));
  await rejection(client.targets.enroll(shop));
  await client.targets.enroll(shop);
  await client.targets.enroll(shop);
  const [first, second, third, fourth] = server.requests.map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect([second, third]).toEqual([first, first]);
  expect(fourth).toMatch(/^[0-9a-f]{32}$/);
  expect(fourth).not.toBe(first);
});

test.each([
  ['was refused', failure(409, ['no']), 0, null],
  ['is another one meanwhile', cut, 0, 'cart'],
  ['comes much later', cut, 120_000, null],
])('a write has a new key if the last one %s', async (_reason, reply, laterMs, other) => {
  const { client, server, clock } = await scripted((_, n) => (n === 0 ? reply : enrolled));
  await rejection(client.targets.enroll(shop));
  clock.advance(laterMs);
  if (other !== null) await client.targets.enroll({ namespace: 'shop', workloads: [other] });
  await client.targets.enroll(shop);
  const keys = server.requests.map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(keys.length);
});

test('a write has a new key if another one was sent before its outcome was known', async () => {
  let isLost = true;
  const { client, server } = await scripted(({ body }) => {
    const isFirst = isLost && body.includes('web');
    if (isFirst) isLost = false;
    return isFirst ? cut : enrolled;
  });
  // The first write ends after the second has begun, as a save that a newer one replaces.
  const first = rejection(client.targets.enroll(shop));
  await Promise.all([first, client.targets.enroll({ namespace: 'shop', workloads: ['cart'] })]);
  await client.targets.enroll(shop);
  const keys = server.requests.map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(3);
});

test('reads, previews and clients of another origin send no key', async () => {
  const { client, server } = await scripted(() => enrolled);
  await client.targets.list();
  await client.targets.candidates(shop);
  const { client: foreign, server: other } = await scripted(() => enrolled, { writeKeys: false });
  await foreign.targets.enroll(shop);
  const keys = [...server.requests, ...other.requests].map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([undefined, undefined, undefined]);
});
