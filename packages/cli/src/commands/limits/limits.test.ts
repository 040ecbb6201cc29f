import { expect, test } from 'vitest';
import { serveDataSet, serveJson } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

test('the policy is shown, set after a question, and reset', async () => {
  await using api = await serveDataSet('storefront');
  const shown = async () => (await trimtab('limits storefront/cart', { api: api.url })).stdout;
  expect(await shown()).toBe('server\n');
  expect(await trimtab('limits storefront/cart ratio', { api: api.url, typed: ['n'] })).toMatchObject({ code: 0 });
  expect(await shown()).toBe('server\n');
  expect(await trimtab('limits storefront/cart ratio', { api: api.url, typed: ['y'] })).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('Limits of storefront/cart follow the policy ratio.'),
  });
  expect(await shown()).toBe('ratio\n');
  await trimtab('limits storefront/cart server --yes', { api: api.url });
  expect(await shown()).toBe('server\n');
});

test.each([
  ['limits storefront/nosuch', 'There is no target nosuch in storefront.'],
  ['limits storefront/nosuch keep --yes', 'There is no target nosuch in storefront.'],
  ['limits storefront/cart none --yes', 'none is not a policy for limits.'],
  ['limits storefront/cart keep', 'There is no terminal to ask on.'],
])('%s: %s', async (line, text) => {
  await using api = await serveDataSet('storefront');
  expect(await trimtab(line, { api: api.url })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(text),
  });
});

test('a server without policies gets no write', async () => {
  await using api = await serveJson({
    target: { current_replicas: 1, containers: [] },
    aiscaletarget: { namespace: 'shop', name: 'cart', spec: {} },
  });
  expect(await trimtab('limits shop/cart keep --yes', { api: api.url })).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('This server has no policies for limits.'),
  });
  expect(api.seen).toEqual(['GET /v1/ast/shop/cart']);
});

test.each([
  [['-o', 'json'], '{\n  "limit_policy": null\n}\n'],
  [['--jq', '.limit_policy'], 'null\n'],
  [['-o', 'csv'], 'policy\r\nserver\r\n'],
])('the policy of one target with %j', async (words, expected) => {
  await using api = await serveDataSet('storefront');
  const ended = await trimtab(['limits', 'storefront/cart', ...words], { api: api.url });
  expect(ended).toEqual({ code: 0, stdout: expected, stderr: '', questions: [] });
});
