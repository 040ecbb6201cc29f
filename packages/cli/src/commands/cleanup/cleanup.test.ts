import { expect, test } from 'vitest';
import { serve, serveDataSet, serveJson } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

test('without a terminal and --yes nothing is sent', async () => {
  await using api = await serveJson({});
  expect(await trimtab('cleanup -n shop cart', { api: api.url })).toMatchObject({
    code: 2,
    stdout: '',
    stderr:
      'trimtab: Nothing was un-enrolled. There is no terminal to ask on.\nAdd --yes to continue without a question.\n',
  });
  expect(api.seen).toEqual([]);
});

test.each([['n'], [''], []])('any answer but yes (%j) sends nothing', async (...typed) => {
  await using api = await serveJson({});
  const { code, stderr, questions } = await trimtab('cleanup -n shop cart', { api: api.url, typed });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `API: ${api.url} (the variable TRIMTAB_API)\nNothing was un-enrolled.\n`,
  });
  expect(questions).toEqual(['Un-enroll shop/cart and remove everything that Trimtab created for it? [y/N] ']);
  expect(api.seen).toEqual([]);
});

test.each([
  ['cleanup -n storefront cart --yes', []],
  ['cleanup -n storefront cart', ['yes']],
])('%s: the target is removed, and stdout is empty', async (line, typed) => {
  await using api = await serveDataSet('storefront');
  expect(await trimtab(line, { api: api.url, typed })).toMatchObject({
    code: 0,
    stdout: '',
    stderr: `${typed.length === 0 ? '' : `API: ${api.url} (the variable TRIMTAB_API)\n`}storefront/cart is un-enrolled.\n`,
  });
  const { stdout } = await trimtab('targets -n storefront -o name', { api: api.url });
  expect(stdout).not.toMatch(/^cart$/m);
});

test('without a response the outcome is unknown, and the next step says how to check', async () => {
  await using api = await serve(() => {
    throw new Error('cut');
  });
  const { code, stderr } = await trimtab('cleanup -n shop cart --yes', { api: api.url });
  expect(code).toBe(3);
  expect(stderr).toContain(
    'The server did not answer while un-enrolling cart, so it is unknown whether this was done.',
  );
});

test('a server that is not Trimtab and answers 200 with text has not un-enrolled anything', async () => {
  await using api = await serve(() => new Response('ok'));
  const { code, stderr } = await trimtab('cleanup -n shop cart --yes', { api: api.url });
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringContaining(`${api.url} sent an unexpected response (the response is not JSON).`),
  });
});

test('an unknown target is a usage error', async () => {
  await using api = await serveDataSet('storefront');
  const { code, stderr } = await trimtab('cleanup -n storefront nosuch --yes', { api: api.url });
  expect(code).toBe(2);
  expect(stderr).toContain('There is no target nosuch in storefront.');
});

test('on a narrow terminal the question wraps between words', async () => {
  await using api = await serve(() => new Response(null, { status: 204 }));
  const line = 'cleanup a-service-with-a-long-name -n a-namespace-of-some-length';
  const { stderr, questions } = await trimtab(line, { api: api.url, columns: 80, typed: ['n'] });
  const asked = [...stderr.split('\n').slice(1, 2), ...questions];
  expect(asked).toEqual([
    'Un-enroll a-namespace-of-some-length/a-service-with-a-long-name and remove',
    'everything that Trimtab created for it? [y/N] ',
  ]);
});
