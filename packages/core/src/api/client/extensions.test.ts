import { expect, test } from 'vitest';
import { isMissingCall } from '../../errors.ts';
import { failure, json } from '../../testing/fault-replies.ts';
import { scripted } from '../../testing/scripted-client.ts';

const cart = { namespace: 'shop', name: 'cart' };
const explanation = '/v1/ast/shop/cart/explain';

test('without a list of extensions, every call is sent', async () => {
  const { client, server } = await scripted(() => failure(404, ['no such call']));
  const error: unknown = await client.extensions.explain(cart).catch((rejected: unknown) => rejected);
  expect(isMissingCall(error)).toBe(true);
  expect(server.requests.map(({ target }) => target)).toEqual([explanation]);
});

test('an extension that the server does not announce fails as a missing call, without a request', async () => {
  const { client, server } = await scripted(() => json({ items: [] }), { extensions: new Set(['views.targets']) });
  for (const call of [client.extensions.explain(cart), client.extensions.reportCard(cart)]) {
    const error: unknown = await call.catch((rejected: unknown) => rejected);
    expect(isMissingCall(error)).toBe(true);
  }
  expect(server.requests).toEqual([]);
});

test('announced extensions and the calls of the specification are sent', async () => {
  const { client, server } = await scripted(() => json({ items: [] }), { extensions: new Set(['views.targets']) });
  await client.views.targets();
  await client.targets.inNamespace({ namespace: 'shop' });
  expect(server.requests).toHaveLength(2);
});
