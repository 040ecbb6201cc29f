import { dayMs, minuteMs } from '@trimtab/core';
import { aRecord, aStore, now } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { newChange, storedChange } from './change-record.ts';
import { externalEnrollments } from './external-enrollments.ts';

/** A registry that other clients change, and the changes that the server records. */
function aRegistry() {
  const records = new Map<string, ReturnType<typeof aRecord>>();
  const store = aStore().changes;
  const clock = { time: now, now: () => clock.time };
  const unknown = { names: [] as string[], stale: null as string | null };
  const open = () =>
    externalEnrollments({
      registry: {
        changes: () => 0,
        mayExist: (_namespace, name) => unknown.names.includes(name),
        staleProblem: () => unknown.stale,
      },
      store,
      stored: async () => ({ records: [...records.values()], byNamespace: new Map(), namespaces: [], settings: null }),
      clock,
      days: 90,
    });
  let read = open();
  const put = (name: string, more: Parameters<typeof aRecord>[0] = {}) =>
    records.set(name, aRecord({ name, enrolledAt: now - minuteMs, ...more }));
  /** The changes that one run records, as texts. */
  const run = async () => {
    clock.time += minuteMs;
    const changes = await read();
    await store.write({ changes, watched: [] });
    return changes.map(({ event, name, at, body }) => {
      const { by, kind }: { by?: string; kind: string } = JSON.parse(body);
      return `${event} ${kind} ${name} by ${by} at ${(at - now) / minuteMs}`;
    });
  };
  return { records, store, unknown, put, run, restart: () => void (read = open()) };
}

describe('targets that others enroll and remove', () => {
  it('are recorded once, with who enrolled them', async () => {
    const { put, run, restart } = aRegistry();
    put('cart', { enrolledBy: 'kubectl' });
    put('ours');
    put('old', { enrolledBy: 'argocd-controller', enrolledAt: now - 91 * dayMs });
    expect(await run()).toEqual(['enrolled Deployment cart by kubectl at -1']);
    expect(await run()).toEqual([]);
    restart();
    expect(await run()).toEqual([]);
  });

  it('are not recorded as removed while they may only be unknown, unlike others', async () => {
    const { records, unknown, put, run } = aRegistry();
    put('cart', { enrolledBy: 'kubectl' });
    put('ours');
    put('pay', { enrolledBy: 'kubectl' });
    await run();
    const cart = records.get('cart');
    records.clear();
    unknown.names = ['cart', 'ours'];
    expect(await run()).toEqual([]);
    expect(await run()).toEqual(['unenrolled Deployment pay by undefined at 3']);
    if (cart !== undefined) records.set('cart', cart);
    unknown.names = [];
    expect(await run()).toEqual([]);
    expect(await run()).toEqual(['unenrolled Deployment ours by undefined at 5']);
  });

  it('are recorded as removed when they are missing twice, also over a restart', async () => {
    const { records, put, run, restart } = aRegistry();
    put('cart', { enrolledBy: 'kubectl', kind: 'StatefulSet' });
    put('ours');
    await run();
    records.clear();
    expect(await run()).toEqual([]);
    expect(await run()).toEqual([
      'unenrolled StatefulSet cart by undefined at 3',
      'unenrolled Deployment ours by undefined at 3',
    ]);
    expect(await run()).toEqual([]);
    put('cart', { enrolledBy: 'kubectl', enrolledAt: now + 2 * minuteMs, kind: 'StatefulSet' });
    const [again = ''] = await run();
    expect(again).toMatch(/^enrolled StatefulSet cart by kubectl at 3.0/);
    expect(await run()).toEqual([]);
    records.clear();
    restart();
    expect(await run()).toEqual([]);
    expect(await run()).toEqual(['unenrolled StatefulSet cart by undefined at 8']);
  });

  it('are not recorded again if this server recorded the removal', async () => {
    const { records, store, put, run } = aRegistry();
    put('cart', { enrolledBy: 'kubectl' });
    await run();
    records.clear();
    expect(await run()).toEqual([]);
    const own = newChange(aRecord(), { event: 'unenrolled', at: now + 2 * minuteMs, by: 'olga' });
    await store.write({ changes: [storedChange(own)], watched: [] });
    expect(await run()).toEqual([]);
  });

  it('are not recorded again from an outdated copy that still has them', async () => {
    const { store, unknown, put, run } = aRegistry();
    put('cart', { enrolledBy: 'kubectl' });
    await run();
    const elsewhere = newChange(aRecord({ name: 'cart' }), { event: 'unenrolled', at: now + minuteMs, by: 'olga' });
    await store.write({ changes: [storedChange(elsewhere)], watched: [] });
    expect(await run()).toEqual([]);
    unknown.stale = 'The targets are as of an hour ago.';
    put('pay', { enrolledBy: 'kubectl' });
    expect(await run()).toEqual(['enrolled Deployment pay by kubectl at -1']);
    expect(await run()).toEqual([]);
    unknown.stale = null;
    expect(await run()).toEqual([expect.stringMatching(/^enrolled Deployment cart by kubectl/)]);
    expect(await run()).toEqual([]);
  });
});
