import type { KubernetesStandIn } from '@trimtab/testing/kubernetes';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from './client.ts';
import { openTargetCopy } from './target-copy.ts';
import { eventually } from './testing/a-cluster.ts';
import { aCluster, byHand, install, targets } from './testing/a-target-registry.ts';
import { connectionTo } from './testing/connection-to.ts';
import { grant, rulesOf } from './testing/grant.ts';

const inOther = targets.replace('/shop/', '/other/');
const aboutTargets = (role: 'view' | 'enroll') =>
  rulesOf(role).filter(({ apiGroups }) => apiGroups.includes('trimtab.dev'));
const everything = [...aboutTargets('view'), ...aboutTargets('enroll')];

/** A cluster with a target in `shop` and one in `other`. */
async function twoTargets() {
  const { standIn, kubectl } = await aCluster();
  await install(kubectl);
  standIn.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other' } });
  for (const path of [targets, inOther]) expect((await kubectl('POST', path, byHand('cart'))).status).toBe(201);
  standIn.addUser('reader', { username: 'reader', groups: ['system:authenticated'] });
  return standIn;
}

/** A copy of a server that reads only `shop` if it may not read the whole cluster, before its first list. */
function anOpening(standIn: KubernetesStandIn) {
  const clock = { later: 0, now: () => Date.now() + clock.later };
  const copy = openTargetCopy({
    client: createClient(connectionTo(standIn, 'reader')),
    namespaces: ['shop'],
    clock,
    logger: () => undefined,
    random: () => 0,
    forbiddenMs: 50,
  });
  onTestFinished(() => copy.stop());
  const places = async () => (await copy.known()).records.map(({ namespace }) => namespace);
  return { copy, places, clock };
}

/** The same after its first list. */
async function aCopy(standIn: KubernetesStandIn) {
  const opening = anOpening(standIn);
  await opening.copy.settled(new AbortController().signal);
  return opening;
}

const reviews = ({ audit }: KubernetesStandIn) =>
  audit.filter(({ path }) => path.endsWith('/selfsubjectaccessreviews')).length;

describe('the rights for targets that change while the server runs', () => {
  it('are those of the whole cluster if nothing could be read at first', async () => {
    const standIn = await twoTargets();
    const { copy, places } = await aCopy(standIn);
    expect(copy.problem()).toMatch(/answered 403/);
    expect(copy.missing()[0]).toMatch(/list and watch aiscaletargets: the enrolled targets are not known/);
    grant(standIn, everything);
    await eventually(async () => expect(await places()).toEqual(['other', 'shop']));
    await eventually(() => expect(copy.missing()).toEqual([]));
    expect([copy.problem(), copy.staleProblem(), copy.enrollProblem('other')]).toEqual([null, null, null]);
  });

  it('are those of the namespaces if nothing could be read at first', async () => {
    const standIn = await twoTargets();
    const { copy, places } = await aCopy(standIn);
    grant(standIn, everything, 'shop');
    await eventually(async () => expect(await places()).toEqual(['shop']));
    expect(copy.missing()).toEqual([]);
    expect(copy.enrollProblem('other')).toBe('This server may enroll only workloads of the namespaces shop.');
  });

  it('are used for the whole cluster if only the namespaces could be read at first', async () => {
    const standIn = await twoTargets();
    grant(standIn, everything, 'shop');
    const { copy, places } = await aCopy(standIn);
    expect(await places()).toEqual(['shop']);
    const before = copy.changes();
    grant(standIn, everything);
    await eventually(async () => expect(await places()).toEqual(['other', 'shop']));
    expect(copy.changes()).toBeGreaterThan(before);
    expect(copy.enrollProblem('other')).toBeNull();
  });

  it('never hide targets that are known: they stay, with their age and the reason', async () => {
    const standIn = await twoTargets();
    grant(standIn, aboutTargets('view'));
    const { copy, places, clock } = await aCopy(standIn);
    expect(await places()).toEqual(['other', 'shop']);
    grant(standIn, []);
    grant(standIn, everything, 'shop');
    standIn.endWatches();
    const before = reviews(standIn);
    await eventually(() => expect(reviews(standIn)).toBeGreaterThan(before + 40));
    clock.later = 90_000;
    await eventually(() =>
      expect(copy.staleProblem()).toMatch(/^The last reading of the enrolled targets was at .* answered 403/),
    );
    expect(await places()).toEqual(['other', 'shop']);
    expect(copy.missing()[0]).toMatch(/list and watch aiscaletargets/);
  });

  it('never hide targets that become known while the rights are checked', async () => {
    const standIn = await twoTargets();
    grant(standIn, aboutTargets('view'));
    const path = '/apis/trimtab.dev';
    const answerList = standIn.fail({ path, watch: false, answer: 'silence' });
    const { copy, places } = anOpening(standIn);
    const isSilent = () => standIn.audit.some((request) => request.path.startsWith(path) && request.code === 0);
    await eventually(() => expect(isSilent()).toBe(true));
    const answerReviews = standIn.fail({ path: '/apis/authorization.k8s.io', answer: 'silence' });
    const before = reviews(standIn);
    await eventually(() => expect(reviews(standIn)).toBeGreaterThan(before));
    answerList();
    await eventually(() => expect(copy.problem()).toBeNull());
    expect(await places()).toEqual(['other', 'shop']);
    grant(standIn, []);
    grant(standIn, everything, 'shop');
    answerReviews();
    await eventually(() => expect(reviews(standIn)).toBeGreaterThan(before + 60));
    expect(await places()).toEqual(['other', 'shop']);
    expect(copy.missing()[0]).toMatch(/list and watch aiscaletargets/);
  });
});
