import { expect, test } from 'vitest';
import { serve } from '../testing/loopback.ts';
import { answerShop, shopRows } from '../testing/shop.ts';
import { trimtab } from '../testing/trimtab.ts';

/** An API with two clusters, which have the same namespace. */
const serveClusters = () =>
  serve((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/config.json') return Response.json({ extra: { clusters: ['eu', 'us'] } });
    if (pathname === '/v1/system/namespaces') {
      const names = ['us.shop', 'eu.shop', 'eu.pay', 'eu.kube-system'];
      return Response.json({ items: names.map((name) => ({ name })), total: names.length });
    }
    if (pathname.startsWith('/v1/ast/candidates/')) {
      const name = pathname.split('/').at(-1);
      return Response.json({ name, items: [{ target_ref: { name: 'cart', kind: 'Deployment' }, json: {} }] });
    }
    if (pathname === '/v1/views/changes') return Response.json({ items: [], total: 0 });
    if (pathname === '/v1/views/cost/analysis') return Response.json({ breakdown: [], contributors: [] });
    return answerShop(
      request,
      ['eu.shop', 'us.shop'].flatMap((namespace) => shopRows.slice(0, 1).map((row) => ({ ...row, namespace }))),
    );
  });

test.each([
  ['changes --cluster eu,us', '/v1/views/changes', 'clusters=eu%2Cus'],
  ['costs --cluster us', '/v1/views/cost/analysis', 'clusters=us'],
  ['costs --nodes --cluster us', '/v1/cost-savings/nodes', 'clusters=us'],
  ['export --cluster us --savings -o /nonexistent/folder', '/v1/views/asts', 'clusters=us'],
])('%s sends the clusters', async (line, path, query) => {
  await using api = await serveClusters();
  await trimtab(line, { api: api.url });
  expect(api.seen.filter((request) => request.includes(path))).toEqual(
    expect.arrayContaining([expect.stringContaining(query)]),
  );
});

test('candidates and enroll work in all namespaces of a cluster but those of the system', async () => {
  await using api = await serveClusters();
  const { stdout } = await trimtab('candidates --cluster eu', { api: api.url });
  expect(stdout).toBe('NAMESPACE\tNAME\tKIND\neu.pay\tcart\tDeployment\neu.shop\tcart\tDeployment\n');
  const one = await trimtab('candidates --cluster us -o json', { api: api.url });
  expect(JSON.parse(one.stdout)).toMatchObject({ items: [{ namespace: 'us.shop' }] });
  const enrolled = await trimtab('enroll --cluster eu --all --dry-run -o json', { api: api.url });
  expect(JSON.parse(enrolled.stdout)).toMatchObject({ items: [{ namespace: 'eu.pay' }, { namespace: 'eu.shop' }] });
  for (const line of ['enroll --cluster us --all --dry-run -o json', 'enroll --cluster us --all --yes -o json'])
    expect(JSON.parse((await trimtab(line, { api: api.url })).stdout)).toMatchObject({
      items: [{ namespace: 'us.shop', target_ref: { name: 'cart' } }],
    });
});

test('enroll asks about clusters by their names, because they may have many namespaces', async () => {
  await using api = await serveClusters();
  const question = async (line: string) => (await trimtab(line, { api: api.url, typed: ['no'] })).questions;
  const asked = ['--cluster eu', '--cluster us,eu', '-n eu.shop,us.shop'].map((scope) =>
    question(`enroll ${scope} --all`),
  );
  expect((await Promise.all(asked)).flat()).toEqual([
    'Enroll 2 workloads of the cluster eu? [y/N] ',
    'Enroll 3 workloads of the clusters us, eu? [y/N] ',
    'Enroll 2 workloads of eu.shop, us.shop? [y/N] ',
  ]);
});

test('of -n, names and --cluster the typed one applies, and two typed ones are refused', async () => {
  await using api = await serveClusters();
  const environment = { TRIMTAB_CLUSTER: 'eu' };
  const rows = async (line: string) => (await trimtab(`${line} -o name`, { api: api.url, environment })).stdout;
  expect(await rows('targets')).toBe('eu.shop/cart\n');
  expect(await rows('targets -n us.shop')).toBe('cart\n');
  for (const [line, next] of [
    ['changes us.shop/cart --cluster eu', '--cluster cannot be combined with names.'],
    ['export -n us.shop --cluster eu', '--cluster cannot be combined with -n.'],
    ['candidates --cluster asia', 'This API has no cluster "asia".'],
  ] as const) {
    const { code, stderr } = await trimtab(line, { api: api.url });
    expect([code, stderr]).toEqual([2, expect.stringContaining(next)]);
  }
});
