import { expect, test } from 'vitest';
import { trimtab } from '../../testing/trimtab.ts';

const api = 'https://trimtab.example.com/base';

test.each([
  ['open', `${api}/\n`],
  ['open storefront/cart', `${api}/ast/storefront/cart\n`],
  ['open cart -n storefront', `${api}/ast/storefront/cart\n`],
  [['open', 'a b/c?d'], `${api}/ast/a%20b/c%3Fd\n`],
])('%j in a pipe only prints the address', async (line, stdout) => {
  expect(await trimtab(line, { api })).toMatchObject({ code: 0, stdout, stderr: '' });
});

test('on a terminal without a browser the address is printed', async () => {
  const { code, stderr } = await trimtab('open', { api, columns: 80 });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `No browser could be started. Open this page yourself: ${api}/\n`,
  });
});

test('plain http of another host is not opened', async () => {
  const { code, stderr } = await trimtab('open', { api: 'http://trimtab.example.com', columns: 80 });
  expect(code).toBe(2);
  expect(stderr).toBe(
    'trimtab: http://trimtab.example.com is plain http on another machine, so it was\nnot opened.\nUse an https address with --api.\n',
  );
});

test.each([['cart'], ['a/b/c'], ['/'], ['-n', 'storefront']])('open %s %s is a usage error', async (...words) => {
  expect(await trimtab(['open', ...words], { api })).toMatchObject({ code: 2, stdout: '' });
});
