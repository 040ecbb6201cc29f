import { expect, test } from 'vitest';
import { makeHome } from '../../testing/home.ts';
import { serveJson } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

test('added, listed, used, removed', async () => {
  using home = makeHome();
  const { environment } = home;
  const none = await trimtab('context', { environment });
  expect([none.code, none.stdout, none.stderr]).toEqual([
    0,
    '',
    'There are no contexts. trimtab context add NAME --api URL makes one.\n',
  ]);
  const first = await trimtab('context add lab --api http://127.0.0.1:1111 -n shop', { environment });
  expect(first.stderr).toBe('The context lab is http://127.0.0.1:1111. It is in use.\n');
  const second = await trimtab('context add prod --api https://trimtab.example.com', { environment });
  expect(second.stderr).toContain('trimtab context use prod makes it the default.');
  const list = await trimtab('context list', { environment });
  expect(list.stdout).toBe(
    'IN USE\tNAME\tAPI\tNAMESPACE\n*\tlab\thttp://127.0.0.1:1111\tshop\n\tprod\thttps://trimtab.example.com\t—\n',
  );
  await trimtab('context use prod', { environment });
  expect((await trimtab('config get api', { environment })).stdout).toBe('https://trimtab.example.com\n');
  await trimtab('context remove prod', { environment });
  expect((await trimtab('config get api', { environment })).stdout).toBe('http://127.0.0.1:4400\n');
});

test('--context and TRIMTAB_CONTEXT choose for one command', async () => {
  using home = makeHome();
  const { environment } = home;
  await using api = await serveJson({ items: [] });
  await trimtab('context add lab --api http://127.0.0.1:1', { environment });
  await trimtab(`context add prod --api ${api.url}`, { environment });
  expect((await trimtab('kpis --context prod', { environment })).code).toBe(0);
  expect((await trimtab('kpis', { environment: { ...environment, TRIMTAB_CONTEXT: 'prod' } })).code).toBe(0);
  expect((await trimtab('kpis', { environment })).code).toBe(3);
});

test.each([
  ['context add lab', 'Which API?'],
  ['context add', 'Which context?'],
  ['context use nowhere', 'There is no context nowhere.'],
  ['context remove nowhere', 'There is no context nowhere.'],
  ['context add a/b --api http://127.0.0.1:1', 'cannot be the name of a context'],
  ['context add twice --api http://127.0.0.1:1', 'There is a context twice already.'],
  ['context frobnicate', 'There is no trimtab context frobnicate.'],
])('%s: exit 2', async (line, sentence) => {
  using home = makeHome();
  const { environment } = home;
  await trimtab('context add twice --api http://127.0.0.1:1', { environment });
  const run = await trimtab(line, { environment });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(sentence);
});
