import type { KubernetesStandIn } from '@trimtab/testing/kubernetes';
import { describe, expect, it } from 'vitest';
import { aCluster, aContainer, aPod, eventually, fill } from './testing/a-cluster.ts';
import { grant } from './testing/grant.ts';

const place = { namespace: 'shop', pod: 'cart-1-a', container: 'app' };
const asked = {
  ...place,
  sinceSeconds: null,
  sinceTime: null,
  previous: false,
  follow: false,
  tail: 100,
  mostBytes: 2 ** 20,
};
const { signal } = new AbortController();
const ended = { terminated: { reason: 'OOMKilled', exitCode: 137, finishedAt: '2026-11-22T10:00:00Z' } };

/** A pod with two containers, one of which has been restarted, an init container that waits, and a log. */
function withLogs(standIn: KubernetesStandIn) {
  fill(standIn);
  const pod = aPod('cart-1-a', {
    owner: ['ReplicaSet', 'cart-1'],
    spec: { containers: [aContainer('app'), aContainer('proxy')], initContainers: [aContainer('migrate')] },
  });
  const containerStatuses = [
    { name: 'app', state: { running: {} }, lastState: ended },
    { name: 'proxy', state: { waiting: { reason: 'ContainerCreating' } } },
  ];
  standIn.put({ ...pod, status: { ...pod.status, containerStatuses } });
  for (const minute of [1, 2, 3]) {
    standIn.writeLog(place, `line ${minute}`, { time: Date.parse(`2026-11-22T10:0${minute}:00Z`) });
  }
  standIn.writeLog(place, 'out of memory', { previous: true, time: Date.parse('2026-11-22T10:00:00Z') });
}

async function text(log: Promise<AsyncIterable<Uint8Array>>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await log) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('the log of a container', () => {
  it('has the newest lines with their times, also of the previous container', async () => {
    const { podLogs } = await aCluster({ prepare: withLogs });
    expect(await text(podLogs.open({ ...asked, tail: 2 }, signal))).toBe(
      '2026-11-22T10:02:00.000000000Z line 2\n2026-11-22T10:03:00.000000000Z line 3\n',
    );
    expect(await text(podLogs.open({ ...asked, previous: true }, signal))).toContain('Z out of memory\n');
    expect(await text(podLogs.open({ ...asked, sinceSeconds: 60 }, signal))).toBe('');
    expect(await text(podLogs.open({ ...asked, sinceTime: '2026-11-22T10:03:00Z' }, signal))).toMatch(/^\S+ line 3\n$/);
    expect(await text(podLogs.open({ ...asked, mostBytes: 10 }, signal))).toBe('2026-11-22');
  });

  it('is followed until the container ends, and the connection ends when the reader leaves', async () => {
    const { podLogs, standIn } = await aCluster({ prepare: withLogs });
    const all = text(podLogs.open({ ...asked, follow: true }, signal));
    await eventually(() => expect(standIn.followedLogs()).toBe(1));
    standIn.writeLog(place, 'line 4');
    standIn.endLogs();
    expect(await all).toMatch(/line 3\n.* line 4\n$/);

    for await (const chunk of await podLogs.open({ ...asked, follow: true }, signal)) {
      expect(chunk.byteLength).toBeGreaterThan(0);
      break;
    }
    await eventually(() => expect(standIn.followedLogs()).toBe(0));

    // An API server does not even send its headers before the first line.
    const leaving = new AbortController();
    const silent = podLogs.open({ ...asked, container: 'migrate', follow: true }, leaving.signal);
    await eventually(() => expect(standIn.followedLogs()).toBe(1));
    leaving.abort();
    await expect(silent).rejects.toThrow('abort');
    await eventually(() => expect(standIn.followedLogs()).toBe(0));
  });

  it('that breaks off is an error, not a shorter log', async () => {
    const { podLogs, standIn } = await aCluster({ prepare: withLogs });
    const all = text(podLogs.open({ ...asked, follow: true }, signal));
    await eventually(() => expect(standIn.followedLogs()).toBe(1));
    standIn.endLogs('break');
    await expect(all).rejects.toThrow('The Kubernetes API server cannot be reached.');
  });

  it.each([
    ['of a pod that is gone', { pod: 'gone' }, 'notFound', 'The pod gone does not exist any more.'],
    ['of an unknown container', { container: 'x' }, 'notFound', 'The pod cart-1-a has no container x.'],
    [
      'of a container that waits',
      { container: 'proxy' },
      'conflict',
      'The container proxy has not started: ContainerCreating.',
    ],
    [
      'before a restart that never was',
      { container: 'proxy', previous: true },
      'conflict',
      'The container proxy has not been restarted, or its earlier log is gone.',
    ],
    [
      'of another resource, by the name of the pod',
      { pod: '../secrets/password' },
      'notFound',
      'The pod ../secrets/password does not exist any more.',
    ],
  ])('%s is refused with a sentence', async (_, change, kind, message) => {
    const { podLogs, standIn } = await aCluster({ prepare: withLogs });
    await expect(podLogs.open({ ...asked, ...change }, signal)).rejects.toMatchObject({ kind, message });
    expect(standIn.audit.every(({ path }) => !path.includes('secrets/'))).toBe(true);
  });

  it('needs the right pods/log, which is asked for at the start', async () => {
    const read = { apiGroups: ['*'], resources: ['*'], verbs: ['list', 'watch'] };
    const get = { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] };
    const without = await aCluster({
      prepare: (standIn) => {
        withLogs(standIn);
        grant(standIn, [read]);
      },
      token: 'reader',
    });
    expect([without.reader.readsLogs, without.logged]).toEqual([
      false,
      [
        {
          event: 'kubernetes right missing',
          resource: 'pods/log',
          verbs: 'get',
          without: 'the logs of pods can neither be shown nor exported',
        },
      ],
    ]);
    await expect(without.podLogs.open(asked, signal)).rejects.toMatchObject({
      kind: 'conflict',
      messages: [
        'Kubernetes does not allow this server to read the logs of pods in namespace shop (get pods/log).',
        'Ask the operator: rbac.podLogs=true of the chart allows it.',
      ],
    });
    const allowed = await aCluster({
      prepare: (standIn) => {
        withLogs(standIn);
        grant(standIn, [read, get]);
      },
      token: 'reader',
    });
    expect([allowed.reader.readsLogs, allowed.logged]).toEqual([true, []]);
    expect(await text(allowed.podLogs.open(asked, signal))).toContain('line 1');
  });

  it('of a node that does not answer names no address', async () => {
    const { podLogs, standIn } = await aCluster({ prepare: withLogs });
    standIn.fail({ path: '/api/v1/namespaces/shop/pods/', answer: 'internal error' });
    await expect(podLogs.open(asked, signal)).rejects.toThrow(
      'The node of the pod does not give its log. It may be unreachable.',
    );
  });
});
