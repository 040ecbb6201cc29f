import { aRecord } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { eventually } from './testing/a-cluster.ts';
import { aCluster, byHand, install, merge, open, targets } from './testing/a-target-registry.ts';
import { grant, rulesOf } from './testing/grant.ts';

const aboutTargets = (rules: ReturnType<typeof rulesOf>) =>
  rules.filter(({ apiGroups }) => apiGroups.includes('trimtab.dev'));

describe('the role of the chart', () => {
  it('enroll allows exactly the verbs that the server uses', async () => {
    const { standIn, kubectl } = await aCluster();
    await install(kubectl);
    const rules = aboutTargets([...rulesOf('view'), ...rulesOf('enroll')]);
    grant(standIn, rules);
    const { registry, missing, problem, settled } = open(standIn, { token: 'reader' });
    await settled(new AbortController().signal);
    expect([problem(), missing()]).toEqual([null, []]);
    expect((await registry.enroll([aRecord()]))[0]?.result).toBe('created');
    await registry.recordUnoptimized('shop', 'cart', { replicas: 1, containers: [], recordedAt: 1 });
    await eventually(() => expect(standIn.openWatches()).toBe(1));
    standIn.silenceWatches();
    await kubectl('PATCH', `${targets}/cart?fieldManager=kubectl-edit`, { spec: { limitPolicy: 'equal' } }, merge);
    await expect(registry.setLimitPolicy('shop', 'cart', 'keep')).rejects.toMatchObject({ kind: 'conflict' });
    expect(await registry.remove('shop', 'cart')).toBe(true);
    const own = standIn.audit.filter(({ user, path }) => user === 'reader' && path.includes('aiscaletargets'));
    expect(own.filter(({ code }) => code === 403)).toEqual([]);
    const verbs: Record<string, string> = { GET: 'get', PATCH: 'patch', DELETE: 'delete' };
    const used = own.map(({ method, path, query }) => {
      const isList = method === 'GET' && path.endsWith('aiscaletargets');
      const verb = isList ? (query.has('watch') ? 'watch' : 'list') : verbs[method];
      return `${verb} ${path.endsWith('/status') ? 'aiscaletargets/status' : 'aiscaletargets'}`;
    });
    const allowed = rules.flatMap(({ resources, verbs: each }) =>
      resources.flatMap((resource) => each.map((verb) => `${verb} ${resource}`)),
    );
    // An apply that creates needs the right to create, but the request is a patch.
    expect([...new Set([...used, 'create aiscaletargets'])].toSorted()).toEqual(allowed.toSorted());
  });

  it('view allows reading: what is impossible without the others is said before and after the attempt', async () => {
    const { standIn, kubectl } = await aCluster();
    await install(kubectl);
    grant(standIn, aboutTargets(rulesOf('view')));
    await kubectl('POST', targets, byHand('cart'));
    const { registry, missing, logged, settled } = open(standIn, { token: 'reader' });
    await settled(new AbortController().signal);
    expect(await registry.list()).toHaveLength(1);
    expect(missing().map((text) => text.replace(/ Its role needs the rule .*/, ''))).toEqual([
      'Kubernetes does not allow this server to get aiscaletargets: a refused change does not say who made the other one.',
      'Kubernetes does not allow this server to create aiscaletargets: no workload can be enrolled.',
      'Kubernetes does not allow this server to patch aiscaletargets: no workload can be enrolled, and no target can be changed.',
      'Kubernetes does not allow this server to delete aiscaletargets: no target can be removed.',
      'Kubernetes does not allow this server to patch aiscaletargets/status: kubectl get ast shows no suggestions, and nothing else can be recorded in the status of targets.',
    ]);
    expect(missing()[4]).toMatch(
      /Its role needs the rule {apiGroups: \[trimtab.dev\], resources: \[aiscaletargets\/status\], verbs: \[patch\]}\.$/,
    );
    expect(logged).toHaveLength(5);
    expect(registry.enrollProblem?.('shop')).toBe(missing()[1]);
    const [outcome] = await registry.enroll([aRecord({ name: 'pay' })]);
    expect(outcome?.reason).toMatch(
      /answered 403: aiscaletargets.trimtab.dev "pay" is forbidden: .* Give the server the role enroll.$/,
    );
    await expect(registry.remove('shop', 'cart')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await registry.list()).toHaveLength(1);
  });

  it('may be given in some namespaces only', async () => {
    const { standIn, kubectl } = await aCluster();
    await install(kubectl);
    const rules = aboutTargets([...rulesOf('view'), ...rulesOf('enroll')]);
    grant(standIn, rules, 'shop');
    const { registry, missing, settled } = open(standIn, { token: 'reader', namespaces: ['shop'] });
    await settled(new AbortController().signal);
    expect(missing()).toEqual([]);
    expect(registry.enrollProblem?.('shop')).toBeNull();
    expect((await registry.enroll([aRecord()]))[0]?.result).toBe('created');
    expect(await registry.list()).toEqual([aRecord()]);
    expect(registry.enrollProblem?.('other')).toBe('This server may enroll only workloads of the namespaces shop.');
  });

  it('may be taken away: the known targets stay, with their age and the reason', async () => {
    const { standIn, kubectl } = await aCluster();
    await install(kubectl);
    grant(standIn, aboutTargets([...rulesOf('view'), ...rulesOf('enroll')]));
    const { registry, settled, clock } = open(standIn, { token: 'reader' });
    await settled(new AbortController().signal);
    await registry.enroll([aRecord()]);
    expect(registry.staleProblem?.()).toBeNull();
    grant(standIn, []);
    standIn.endWatches();
    await eventually(() => expect(standIn.audit).toContainEqual(expect.objectContaining({ method: 'GET', code: 403 })));
    clock.later = 90_000;
    await eventually(() =>
      expect(registry.staleProblem?.()).toMatch(
        /^The last reading of the enrolled targets was at [\d-]+ [\d:]+ UTC\. .*answered 403/,
      ),
    );
    expect(await registry.list()).toEqual([aRecord()]);
    await expect(registry.remove('shop', 'cart')).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('cannot delete resource "aiscaletargets"'),
    });
  });

  it('does not help without the definition, which the error names', async () => {
    const { standIn, kubectl } = await aCluster();
    const { registry, settled } = open(standIn);
    await settled(new AbortController().signal);
    await expect(registry.list()).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('Is the definition of AIScaleTarget installed?'),
    });
    await install(kubectl);
    await eventually(async () => expect(await registry.list()).toEqual([]));
  });
});
