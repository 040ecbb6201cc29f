import { aRecord } from '@trimtab/testing';
import type { KubernetesStandIn } from '@trimtab/testing/kubernetes';
import { describe, expect, it } from 'vitest';
import { eventually } from './testing/a-cluster.ts';
import { aCluster, byHand, install, open, targets } from './testing/a-target-registry.ts';
import { grant, revoke, rulesOf } from './testing/grant.ts';

const rules = [...rulesOf('view'), ...rulesOf('enroll')].filter(({ apiGroups }) => apiGroups.includes('trimtab.dev'));
const inPay = targets.replace('/shop/', '/pay/');

/** A cluster with a target `cart` in shop and in pay. The server may read and change those of both namespaces. */
async function twoNamespaces() {
  const { standIn, kubectl } = await aCluster();
  await install(kubectl);
  standIn.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'pay' } });
  for (const path of [targets, inPay]) expect((await kubectl('POST', path, byHand('cart'))).status).toBe(201);
  for (const namespace of ['shop', 'pay']) grant(standIn, rules, namespace);
  let text = '';
  const memory = {
    read: async () => text,
    write: async (written: string) => {
      text = written;
    },
  };
  return { standIn, memory };
}

async function start(standIn: KubernetesStandIn, more: Parameters<typeof open>[1] = {}) {
  const opened = open(standIn, { token: 'reader', namespaces: ['shop', 'pay'], forbiddenMs: 50, ...more });
  await opened.settled(new AbortController().signal);
  const { registry } = opened;
  const listed = async () => (await registry.list()).map(({ namespace, name }) => `${namespace}/${name}`);
  const report = async (namespace: string, message: string) => {
    const ready = { isTrue: true, label: 'Ready', message };
    await registry.report?.([{ namespace, name: 'cart', ready, recommended: ready, recommendation: null }], Date.now());
  };
  const reportsTo = (path: string) =>
    standIn.audit.filter((one) => one.method === 'PATCH' && one.path === `${path}/cart/status`).map(({ code }) => code);
  const losePay = async () => {
    revoke(standIn, 'pay');
    standIn.endWatches();
    await eventually(() => expect(opened.missing()).toHaveLength(6));
    await eventually(() =>
      expect(standIn.audit).toContainEqual(expect.objectContaining({ path: inPay, code: 403, method: 'GET' })),
    );
  };
  return { ...opened, listed, report, reportsTo, losePay };
}

describe('a namespace whose role was deleted with it', () => {
  it('does not affect the targets of the others, and is named', async () => {
    const { standIn } = await twoNamespaces();
    const { registry, listed, losePay, missing, clock, report, reportsTo } = await start(standIn);
    expect(await listed()).toEqual(['pay/cart', 'shop/cart']);
    await losePay();
    clock.later = 90_000;
    standIn.endWatches();
    await eventually(() =>
      expect(registry.staleProblem?.()).toMatch(
        /^The last reading of the enrolled targets in namespace pay was at [\d-]+ [\d:]+ UTC\. .* answered 403: .*\.$/,
      ),
    );
    expect(await listed()).toEqual(['pay/cart', 'shop/cart']);
    expect(registry.mayExist?.('pay', 'other')).toBe(false);
    expect(registry.enrollProblem?.('shop')).toBeNull();
    expect(registry.enrollProblem?.('pay')).toContain('create aiscaletargets in namespace pay: no workload can be');
    expect(missing()[0]).toContain('list and watch aiscaletargets in namespace pay: ');
    for (const namespace of ['shop', 'pay']) await report(namespace, 'after');
    expect([reportsTo(targets), reportsTo(inPay)]).toEqual([[200], []]);
    expect((await registry.enroll([aRecord({ name: 'mail' })]))[0]?.result).toBe('created');
  });

  it('does not affect the targets of the others after the next start', async () => {
    const { standIn } = await twoNamespaces();
    revoke(standIn, 'pay');
    const { registry, problem, listed, report, reportsTo, logged, size } = await start(standIn);
    expect([problem(), await listed(), size()]).toEqual([null, ['shop/cart'], 1]);
    const why = 'Kubernetes does not allow this server to list and watch aiscaletargets in namespace pay.';
    expect(registry.staleProblem?.()).toBe(`The enrolled targets in namespace pay are not known: ${why}`);
    expect(logged).toContainEqual(expect.objectContaining({ verbs: 'list, watch', namespaces: 'pay' }));
    expect(['shop', 'pay', 'other'].map((namespace) => registry.mayExist?.(namespace, 'any'))).toEqual([
      false,
      true,
      false,
    ]);
    expect(['shop', 'pay', 'other'].map((namespace) => registry.enrollProblem?.(namespace))).toEqual([
      null,
      `The enrolled targets are not known: ${why}`,
      'This server may enroll only workloads of the namespaces shop, pay.',
    ]);
    for (const namespace of ['shop', 'pay']) await report(namespace, 'after');
    expect([reportsTo(targets), reportsTo(inPay)]).toEqual([[200], []]);
    expect(await registry.enroll([aRecord({ name: 'mail' }), aRecord({ namespace: 'pay' })])).toMatchObject([
      { result: 'created' },
      { result: 'failed', reason: `The enrolled targets of namespace pay are not known: ${why}` },
    ]);
    await expect(registry.remove('pay', 'cart')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await registry.remove('shop', 'mail')).toBe(true);
  });

  it('has the targets that the last run of the server knew', async () => {
    const { standIn, memory } = await twoNamespaces();
    const first = await start(standIn, { memory });
    expect(await first.listed()).toEqual(['pay/cart', 'shop/cart']);
    await first.stop();
    revoke(standIn, 'pay');
    const second = await start(standIn, { memory });
    expect(await second.listed()).toEqual(['pay/cart', 'shop/cart']);
    const known =
      /^The enrolled targets in namespace pay are those that were known at ([\dT:.-]+Z): Kubernetes does not/;
    const [, at] = known.exec(second.registry.staleProblem?.() ?? '') ?? [];
    expect(at).toBeDefined();
    expect((await second.registry.enroll([aRecord({ name: 'mail' })]))[0]?.result).toBe('created');
    await second.stop();
    // The third start knows no more than the first about pay, and when that was.
    const third = await start(standIn, { memory });
    expect(await third.listed()).toEqual(['pay/cart', 'shop/cart', 'shop/mail']);
    expect(known.exec(third.registry.staleProblem?.() ?? '')?.[1]).toBe(at);
    expect(third.registry.mayExist?.('pay', 'other')).toBe(true);
  });

  it('is not stored by a server that leaves this to another one', async () => {
    const { standIn, memory } = await twoNamespaces();
    const written: string[] = [];
    let isOurs = false;
    const noted = { ...memory, write: async (text: string) => void written.push(text), isOurs: () => isOurs };
    const { registry, stop } = await start(standIn, { memory: noted });
    await registry.list();
    expect(written).toEqual([]);
    // It has taken this work over.
    isOurs = true;
    await registry.list();
    await stop();
    expect(written).toEqual([expect.stringContaining('pay')]);
  });

  it('is read again when the role is back', async () => {
    const { standIn } = await twoNamespaces();
    revoke(standIn, 'pay');
    const { registry, listed, missing } = await start(standIn);
    const before = registry.changes?.() ?? 0;
    grant(standIn, rules, 'pay');
    await eventually(async () => expect(await listed()).toEqual(['pay/cart', 'shop/cart']));
    expect(registry.changes?.()).toBeGreaterThan(before);
    await eventually(() => expect(missing()).toEqual([]));
    expect([registry.staleProblem?.(), registry.enrollProblem?.('pay')]).toEqual([null, null]);
  });
});

it('targets are marked after a minute also if the clock was set back before', async () => {
  const { standIn } = await twoNamespaces();
  const { registry, clock, listed } = await start(standIn);
  await eventually(() => expect(standIn.openWatches()).toBe(2));
  clock.later = -3_600_000;
  revoke(standIn, 'shop');
  revoke(standIn, 'pay');
  await standIn.down();
  // Each informer tries again after the connection was lost, and finds the clock set back.
  await standIn.up();
  await eventually(() => expect(standIn.audit.filter(({ code }) => code === 403).length).toBeGreaterThanOrEqual(4));
  clock.later += 62_000;
  await eventually(() =>
    expect(registry.staleProblem?.()).toMatch(/^The last reading of the enrolled targets was at .* answered 403/),
  );
  expect(await listed()).toEqual(['pay/cart', 'shop/cart']);
});
