import { expect, test } from 'vitest';
import { serve, serveDataSet, serveJson } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

test('without a terminal and without --yes: refused, nothing sent', async () => {
  await using api = await serveJson({});
  expect(await trimtab('cleanup -n shop cart', { api: api.url })).toMatchObject({
    code: 2,
    stdout: '',
    stderr:
      'trimtab: Nothing was cleaned up. Without a terminal nobody can be asked.\nAdd --yes to go on without a question.\n',
  });
  expect(api.seen).toEqual([]);
});

test.each([['n'], [''], []])('asked and not answered with yes (%j): nothing is sent', async (...typed) => {
  await using api = await serveJson({});
  const { code, stderr, questions } = await trimtab('cleanup -n shop cart', { api: api.url, typed });
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'Nothing was cleaned up.\n' });
  expect(questions).toEqual(['End the management of shop/cart and remove what it left behind? [y/N] ']);
  expect(api.seen).toEqual([]);
});

test.each([
  ['cleanup -n storefront cart --yes', []],
  ['cleanup -n storefront cart', ['yes']],
])('%s: the target is gone, and stdout stays empty', async (line, typed) => {
  await using api = await serveDataSet('storefront');
  expect(await trimtab(line, { api: api.url, typed })).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'storefront/cart is managed no longer.\n',
  });
  const { stdout } = await trimtab('targets -n storefront -o name', { api: api.url });
  expect(stdout).not.toMatch(/^cart$/m);
});

test('no answer: the outcome is unknown, and how to look is said', async () => {
  await using api = await serve(() => {
    throw new Error('cut');
  });
  const { code, stderr } = await trimtab('cleanup -n shop cart --yes', { api: api.url });
  expect(code).toBe(3);
  expect(stderr).toContain('No answer came while cleaning up cart: whether it happened is unknown.');
});

test('a target that does not exist', async () => {
  await using api = await serveDataSet('storefront');
  const { code, stderr } = await trimtab('cleanup -n storefront nosuch --yes', { api: api.url });
  expect(code).toBe(2);
  expect(stderr).toContain('There is no target nosuch in storefront.');
});

test('on a narrow terminal the question breaks between words', async () => {
  await using api = await serve(() => new Response(null, { status: 204 }));
  const line = 'cleanup a-service-with-a-long-name -n a-namespace-of-some-length';
  const { stderr, questions } = await trimtab(line, { api: api.url, columns: 80, typed: ['n'] });
  const asked = [...stderr.split('\n').slice(0, 1), ...questions];
  expect(asked).toEqual([
    'End the management of a-namespace-of-some-length/a-service-with-a-long-name',
    'and remove what it left behind? [y/N] ',
  ]);
});
