import { afterAll, expect, test } from 'vitest';
import { serve, serveDataSet } from '../testing/loopback.ts';
import { trimtab } from '../testing/trimtab.ts';

/** For tests that change no target. */
const storefront = await serveDataSet('storefront');
afterAll(() => storefront[Symbol.asyncDispose]());

test.each([
  'kpis -n nosuch',
  'targets -n nosuch',
  'targets -n nosuch -o json',
  'targets -n nosuch --savings',
  'targets -n payments,nosuch --attention',
  'changes -n nosuch',
  'export -n nosuch -o /nonexistent/folder',
  'export -n payments,nosuch --savings -o /nonexistent/folder',
  'candidates -n nosuch',
  'enroll -n nosuch --all --yes',
  'enroll -n nosuch --all --dry-run',
])('%s: an unknown namespace is a usage error', async (line) => {
  const { code, stdout, stderr } = await trimtab(line, { api: storefront.url });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('There is no namespace nosuch.');
  expect(stderr).toContain('To list the namespaces: trimtab namespaces');
});

test('changes of a target that does not exist are a usage error', async () => {
  const { code, stderr } = await trimtab('changes storefront/nosuch', { api: storefront.url });
  expect(code).toBe(2);
  expect(stderr).toContain('There is no target nosuch in storefront.');
});

test.each([
  'kpis -n default',
  'changes -n default',
  'targets -n default --savings',
  'targets -n default',
  'candidates -n default',
  'enroll -n default --all --yes',
])('%s: an empty namespace is not an error', async (line) => {
  expect(await trimtab(line, { api: storefront.url })).toMatchObject({ code: 0 });
});

test('an API that refuses our name of the namespace flag is asked without it', async () => {
  await using api = await serve(({ url }) => {
    if (url.includes('include_trimtab')) return Response.json({ errors: ['unknown parameter'] }, { status: 400 });
    return Response.json({ items: url.endsWith('/namespaces') ? ['shop'] : [] });
  });
  expect(await trimtab('targets -n shop', { api: api.url })).toMatchObject({ code: 0 });
  expect(await trimtab('targets -n nosuch', { api: api.url })).toMatchObject({ code: 2 });
});

test('an API without a list of namespaces is not an error', async () => {
  await using api = await serve(({ url }) =>
    url.endsWith('/asts') || url.includes('/asts?')
      ? Response.json({ items: [] })
      : Response.json({ errors: ['not here'] }, { status: 404 }),
  );
  const { code, stderr } = await trimtab('targets -n shop', { api: api.url });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'No targets in shop. To list the workloads that can be enrolled: trimtab candidates -n shop\n',
  });
});
