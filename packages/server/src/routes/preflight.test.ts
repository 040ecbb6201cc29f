import { namespacePreflightSchema, preflightSchema } from '@trimtab/core';
import {
  aClient,
  aContainer,
  aPast,
  aRecord,
  aUsage,
  aWorkload,
  aWorld,
  hour,
  now,
  type SmallWorld,
} from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../ports/index.ts';

async function ask(world: SmallWorld, name = 'cart', kind = 'Deployment') {
  const scaleTargetRef = { namespace: 'shop', name, kind, api_version: 'apps/v1' };
  const { status, body } = await aClient(world).post('/v1/ast/preflight', { scaleTargetRef });
  expect(status).toBe(200);
  return preflightSchema.parse(body);
}

function aCart(workload: Parameters<typeof aWorkload>[0] = {}, usage = aUsage(0.5, 0.5)): SmallWorld {
  const small = aWorld();
  small.workloads.push(aWorkload(workload));
  small.usages.push(usage);
  return small;
}

const hpaOn = (...names: readonly string[]) => ({
  hpa: {
    name: 'cart',
    minReplicas: 1,
    maxReplicas: 9,
    metrics: names.map((name) => ({
      type: name === 'queue_depth' ? ('External' as const) : ('Resource' as const),
      name,
      target: { type: 'Utilization' as const, value: 70 },
    })),
  },
});

describe('preflight', () => {
  it('accepts a workload with requests and samples', async () => {
    expect(await ask(aCart())).toEqual({ eligible: true, reasons: [] });
  });

  it.each([['cpu'], ['memory'], ['cpu', 'memory'], ['queue_depth']])(
    'accepts a workload whose HPA scales on %s, because followed requests are kept',
    async (...names) => {
      expect(await ask(aCart(hpaOn(...names)))).toMatchObject({ eligible: true, reasons: [] });
    },
  );

  it.each<[string, SmallWorld, string, string]>([
    ['a kind that cannot be enrolled', aCart(), 'Job', 'A Job cannot be enrolled'],
    ['a workload that is not there', aCart(), 'StatefulSet', 'StatefulSet "cart" was not found'],
    [
      'a container without requests',
      aCart({ containers: [aContainer('app', null, null)] }),
      'Deployment',
      'Container app requests no CPU and no memory',
    ],
    [
      'samples of a few hours',
      aCart({}, aUsage(0.5, 0.5, { since: now - 5.5 * hour })),
      'Deployment',
      'which is 5 hours old',
    ],
    [
      'usage that cannot be read',
      aCart({}, aUsage(0.5, 0.5, { problem: 'Its usage is missing.' })),
      'Deployment',
      'Its usage is missing.',
    ],
    [
      'requests that the source does not know',
      aCart({ containers: [{ ...aContainer('app', null, 1), unknownRequests: ['cpu'] }] }),
      'Deployment',
      'The requests are unknown: CPU of container app.',
    ],
    ['no samples', aCart({}, aUsage(0.5, 0.5, { name: 'other' })), 'Deployment', 'there is none yet'],
  ])('names %s', async (_what, given, kind, reason) => {
    expect(await ask(given, 'cart', kind)).toEqual({ eligible: false, reasons: [expect.stringContaining(reason)] });
  });

  it.each([
    ['pods of two hours', aUsage(0.5, 0.5, { since: now - 2 * hour })],
    ['no pods now', aUsage(0.5, 0.5, { name: 'other' })],
  ])('accepts a workload that runs some hours a day: %s', async (_what, usage) => {
    const small = aCart({}, usage);
    const samples = { replicas: 1, cpu: 0.3, memory: 200, cpuRequest: 1, memoryRequest: 400 };
    small.deps.history = aPast([
      { name: 'cart', at: (instant) => (instant % (24 * hour) < 6 * hour ? samples : null) },
    ]);
    expect(await ask(small)).toEqual({ eligible: true, reasons: [] });
  });

  it('notes what to know before a suggestion is applied, with the fields to change', async () => {
    const managers = (
      [
        ['argocd-controller', 'Argo CD', 'shop-prod'],
        ['kustomize-controller', 'Flux Kustomization', 'flux-system/apps'],
        ['helm-controller', 'Flux HelmRelease', 'shop/cart'],
        ['helm', 'Helm', null],
        ['rightsizer', null, null],
      ] as const
    ).map(([name, tool, object]) => ({ name, applies: true, tool, object }));
    const rivals = {
      unknown: ['VPAs are unknown.'],
      managers,
      places: ['containers/0', 'containers/1', 'initContainers/1'],
      vpas: [
        { name: 'off', mode: 'Off', recommender: null },
        { name: 'ours', mode: 'Auto', recommender: 'trimtab' },
      ],
      scaledObjects: [{ name: 'queue', minReplicas: 0, maxReplicas: 9, triggers: ['kafka'] }],
      budgets: [
        { name: 'open', allowed: 1, demand: 'maxUnavailable 1' },
        { name: 'shut', allowed: 0, demand: 'minAvailable 2' },
      ],
    };
    const rules = {
      limitRanges: [{ name: 'small', type: 'Container', resource: 'cpu', min: null, max: 0.5, maxRatio: null }],
      quotas: [{ name: 'team', resource: 'memory', of: 'requests', hard: 2 * 2 ** 30, used: 2 * 2 ** 30 }],
    } as const;
    const [own] = Object.values(hpaOn('cpu'));
    const hpa = own === undefined ? null : { ...own, name: '$(id)', problem: 'no metrics.' };
    const largestNodes = [{ name: 'node-a', cpu: 0.9, memory: 64 * 2 ** 30 }];
    const { eligible, reasons, notes } = await ask(aCart({ rivals, rules, hpa, largestNodes }));
    expect([eligible, reasons]).toEqual([true, []]);
    expect(notes).toEqual([
      'Argo CD sets the requests and would undo a change. Change them in the source of the Application shop-prod, or add to it: ' +
        'spec.ignoreDifferences: [{group: apps, kind: Deployment, name: cart, jqPathExpressions: [".spec.template.spec.containers[].resources", ".spec.template.spec.initContainers[].resources"]}] ' +
        'and spec.syncPolicy.syncOptions: [RespectIgnoreDifferences=true].',
      expect.stringContaining(
        'the Kustomization flux-system/apps, or add to it: spec.ignore: [{paths: ["/spec/template/spec/containers/0/resources", ' +
          '"/spec/template/spec/containers/1/resources", "/spec/template/spec/initContainers/1/resources"], target: {kind: Deployment, name: cart}}].',
      ),
      expect.stringContaining('spec.values of the HelmRelease shop/cart'),
      expect.stringContaining('the values of its release'),
      expect.stringContaining('The field manager rightsizer sets the requests by server-side apply'),
      expect.stringContaining(
        'KEDA scales it between 0 and 9 replicas by kafka. Apply suggested replicas to spec.minReplicaCount',
      ),
      "The HPA $(id) does not scale at the moment: no metrics. kubectl describe hpa '$(id)' --namespace shop shows more.",
      expect.stringContaining('The HPA $(id) follows CPU as a share of the request.'),
      expect.stringContaining('The PodDisruptionBudget shut (minAvailable 2) allows no eviction now.'),
      expect.stringContaining(
        'A pod requests 1 CPU, but the node that fits it best, node-a, offers 900m: Kubernetes schedules no',
      ),
      expect.stringContaining('Container app requests 1 CPU, but the LimitRange small allows at most 500m CPU'),
      expect.stringMatching(/^The quota team has 0 left for requests, and a rolling update needs .* lower maxSurge\.$/),
      'VPAs are unknown.',
    ]);
  });

  it('notes other field managers, owners of Rollouts and ScaledObjects without triggers', async () => {
    const rivals = {
      managers: [
        { name: 'rightsizer', applies: false, tool: null, object: null },
        { name: 'argocd-controller', applies: true, tool: 'Argo CD' as const, object: null },
      ],
      places: ['containers/0'],
      vpas: [],
      scaledObjects: [{ name: 'queue', minReplicas: 1, maxReplicas: 1_000, triggers: [] }],
      budgets: [],
    };
    const small = aCart({ kind: 'Rollout', rivals }, aUsage(0.5, 0.5, { kind: 'Rollout' }));
    expect((await ask(small, 'cart', 'Rollout')).notes).toEqual([
      'The field manager rightsizer has set requests. Make sure that it does not set them again.',
      expect.stringMatching(
        /^Argo CD .* the source of its Application, .*\[\{group: argoproj\.io, kind: Rollout, name: cart, /,
      ),
      expect.stringMatching(/^KEDA scales it between 1 and 1,000 replicas\. Apply suggested replicas to .* queue, /),
    ]);
  });

  it('notes a request of memory that no node with enough CPU offers, and a follower of memory', async () => {
    const largestNodes = [
      { name: 'node-a', cpu: 0.1, memory: 2 ** 31 },
      { name: 'node-b', cpu: 9, memory: 2 ** 28 },
    ];
    expect(
      (await ask(aCart({ largestNodes, containers: [aContainer('app', 1, 2 ** 30)], ...hpaOn('memory') }))).notes,
    ).toEqual([
      'The HPA cart follows memory as a share of the request. Suggestions keep this request, because another one would change the number of replicas.',
      expect.stringMatching(
        /^A pod requests 1\.07G memory, but the node that fits it best, node-b, offers 268\.4M: Kubernetes schedules no new pod/,
      ),
    ]);
  });

  it('names each LimitRange that the present resources break', async () => {
    const range = { type: 'Container', resource: 'cpu', min: null, max: null, maxRatio: null } as const;
    const rules = {
      limitRanges: [
        { ...range, name: 'floor', min: 2 },
        { ...range, name: 'ceiling', max: 3 },
        { ...range, name: 'ratio', maxRatio: 2 },
        { ...range, name: 'pods', type: 'Pod', max: 3.5 },
        { ...range, name: 'kept', min: 0.5, max: 8, maxRatio: 9 },
      ],
      quotas: [],
    } as const;
    const containers = [{ name: 'app', cpuRequest: 1, memoryRequest: null, limits: { cpu: 4, memory: null } }];
    const after = 'new pods would be refused until you change one of them.';
    expect((await ask(aCart({ rules, containers }))).notes).toEqual([
      `Container app requests 1 CPU, but the LimitRange floor requires at least 2 CPU: ${after}`,
      `Container app has a limit of 4 CPU, but the LimitRange ceiling allows at most 3 CPU: ${after}`,
      `Container app requests 1 CPU with a limit of 4 CPU, but the LimitRange ratio allows at most 2 times the request: ${after}`,
      `A pod has a limit of 4 CPU, but the LimitRange pods allows at most 3.5 CPU: ${after}`,
    ]);
  });

  it.each(['Recreate', 'Auto', 'Initial', 'InPlaceOrRecreate'])(
    'names a VPA that sets the requests: %s',
    async (mode) => {
      const vpas = [{ name: 'own', mode, recommender: null }];
      const rivals = { managers: [], places: [], vpas, scaledObjects: [], budgets: [] };
      const text = expect.stringMatching(/^The VerticalPodAutoscaler own sets the requests .*"Off", or delete it\.$/);
      expect(await ask(aCart({ rivals }))).toEqual({ eligible: false, reasons: [text] });
      expect(await askAll(aCart({ rivals }))).toEqual([
        { name: 'cart', kind: 'Deployment', problems: [], warnings: [text] },
      ]);
    },
  );

  it('reports that a workload of another kind has the same name', async () => {
    const small = aCart();
    await small.deps.store.targets.enroll([aRecord({ kind: 'StatefulSet' })]);
    expect((await ask(small)).reasons).toEqual(['A StatefulSet named "cart" is enrolled already.']);
  });

  it('finds a workload without its namespace when the name is unique', async () => {
    const small = aCart();
    const anywhere = async (name: string) => {
      const scaleTargetRef = { name, kind: 'Deployment' };
      const { status, body } = await aClient(small).post('/v1/ast/preflight', { scaleTargetRef });
      expect(status).toBe(200);
      return preflightSchema.parse(body);
    };
    expect(await anywhere('cart')).toEqual({ eligible: true, reasons: [] });
    expect((await anywhere('gone')).reasons).toEqual([
      'Deployment "gone" was not found. Has it been renamed or deleted?',
    ]);
    small.workloads.push(aWorkload({ namespace: 'annex' }));
    expect(await anywhere('cart')).toEqual({
      eligible: false,
      reasons: ['There is a Deployment "cart" in the namespaces annex, shop: name one of them.'],
    });
  });

  it('fails when a source fails', async () => {
    const small = aCart();
    small.fail.metrics = new SourceError('It does not answer.');
    const scaleTargetRef = { namespace: 'shop', name: 'cart', kind: 'Deployment' };
    expect(await aClient(small).post('/v1/ast/preflight', { scaleTargetRef })).toMatchObject({
      status: 502,
      body: { errors: ['metrics source unavailable', 'It does not answer.'] },
    });
  });
});

async function askAll(world: SmallWorld) {
  const { status, body } = await aClient(world).get('/v1/views/namespaces/shop/preflight');
  expect(status).toBe(200);
  return namespacePreflightSchema.parse(body).items;
}

describe('the preflight of a namespace', () => {
  it('names what is missing of each candidate, and leaves out enrolled workloads', async () => {
    const small = aCart();
    small.workloads.push(
      aWorkload({ name: 'bare', containers: [aContainer('app', null, 1)] }),
      aWorkload({ name: 'new' }),
      aWorkload({ name: 'old' }),
    );
    small.usages.push(aUsage(0.5, 0.5, { name: 'bare' }), aUsage(0.5, 0.5, { name: 'new', since: now - 5 * hour }));
    await small.deps.store.targets.enroll([aRecord({ name: 'old' })]);
    expect(await askAll(small)).toEqual([
      {
        name: 'bare',
        kind: 'Deployment',
        problems: [],
        warnings: ['Container app requests no CPU: costs and utilization are unknown until you set a request.'],
      },
      { name: 'cart', kind: 'Deployment', problems: [], warnings: [] },
      {
        name: 'new',
        kind: 'Deployment',
        problems: [],
        warnings: ['Suggestions start 24 hours after the first sample, which is 5 hours old.'],
      },
    ]);
  });

  it('reports workloads of one name, of which only one can be enrolled', async () => {
    const small = aCart();
    small.workloads.push(aWorkload({ kind: 'StatefulSet' }));
    small.usages.push(aUsage(0.5, 0.5, { kind: 'StatefulSet' }));
    const text =
      'There is a Deployment and a StatefulSet of this name, and only one of them can be a target: rename the others.';
    expect((await askAll(small)).map(({ kind, problems }) => [kind, problems])).toEqual([
      ['Deployment', [text]],
      ['StatefulSet', [text]],
    ]);
  });

  it('asks for the past of all workloads without recent samples at once', async () => {
    const small = aWorld();
    small.workloads.push(aWorkload(), aWorkload({ name: 'night' }));
    const samples = { replicas: 1, cpu: 0.3, memory: 200, cpuRequest: 1, memoryRequest: 400 };
    const past = aPast([{ name: 'night', at: (instant) => (instant % (24 * hour) < 6 * hour ? samples : null) }]);
    const asked: number[] = [];
    small.deps.history = {
      ...past,
      history: (scope, ...rest) => {
        asked.push(scope.workloads?.length ?? 0);
        return past.history(scope, ...rest);
      },
    };
    expect((await askAll(small)).map(({ name, warnings }) => [name, warnings.length])).toEqual([
      ['cart', 1],
      ['night', 0],
    ]);
    expect(asked).toEqual([2]);
  });

  it('fails when the metrics source fails', async () => {
    const small = aCart();
    small.fail.metrics = new SourceError('It does not answer.');
    expect(await aClient(small).get('/v1/views/namespaces/shop/preflight')).toMatchObject({ status: 502 });
  });

  it('says why the server cannot enroll anything', async () => {
    const small = aCart();
    const { targets } = small.deps.store;
    const deps = {
      ...small.deps,
      store: {
        ...small.deps.store,
        targets: { ...targets, enrollProblem: (namespace: string) => `The server may not enroll in ${namespace}.` },
      },
    };
    expect((await ask({ ...small, deps })).reasons).toContain('The server may not enroll in shop.');
    const { body } = await aClient({ ...small, deps }).get('/v1/views/namespaces/shop/preflight');
    expect(namespacePreflightSchema.parse(body).items[0]?.problems).toEqual(['The server may not enroll in shop.']);
  });
});
