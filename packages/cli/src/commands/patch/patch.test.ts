import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { serveDataSet, serveJson } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

/** For tests that only read. */
const storefront = await serveDataSet('storefront');
afterAll(() => storefront[Symbol.asyncDispose]());

test('a pipe gets exactly the patch, as YAML or JSON, and stderr the notes', async () => {
  const yaml = await trimtab('patch storefront/cart', { api: storefront.url });
  expect(yaml.code).toBe(0);
  const patch: unknown = parse(yaml.stdout);
  expect(patch).toEqual({
    spec: {
      template: {
        spec: {
          containers: [
            {
              name: 'api',
              resources: {
                requests: { cpu: expect.stringMatching(/^\d+m$/), memory: expect.stringMatching(/^\d+Mi$/) },
                limits: { cpu: expect.stringMatching(/^\d+m$/), memory: expect.stringMatching(/^\d+Mi$/) },
              },
            },
          ],
        },
      },
    },
  });
  const json = await trimtab('patch -n storefront cart -o json', { api: storefront.url });
  expect(JSON.parse(json.stdout)).toEqual(patch);
});

test('--jq, --json and the templates of -o select from the JSON of a patch, and not from a file for Helm', async () => {
  const setting = { api: storefront.url };
  const container = '.spec.template.spec.containers[0].name';
  expect(await trimtab(`patch storefront/cart --jq ${container}`, setting)).toMatchObject({
    code: 0,
    stdout: 'api\n',
    stderr: expect.not.stringContaining('no effect'),
  });
  const both = 'patch storefront/cart storefront/frontend';
  expect((await trimtab(`${both} --jq .items[].name`, setting)).stdout).toBe('cart\nfrontend\n');
  expect(JSON.parse((await trimtab(`${both} --json name`, setting)).stdout)).toEqual([
    { name: 'cart' },
    { name: 'frontend' },
  ]);
  expect((await trimtab(`patch storefront/cart -o jsonpath={${container}}`, setting)).stdout).toBe('api');
  expect((await trimtab(`${both} -o custom-columns=NAME:.name`, setting)).stdout).toBe('NAME\ncart\nfrontend\n');
  const helm = await trimtab('patch storefront/cart --format helm --jq .', setting);
  expect(helm.stderr).toContain('--jq has no effect, because this command prints no JSON.');
});

test('the bounds of an autoscaler are a patch of their own', async () => {
  const { items } = await (
    await fetch(`${storefront.url}/v1/ast/accounts/notifications/suggestions?active=true`)
  ).json();
  const [{ minReplicas, maxReplicas }] = items;
  const hpa = await trimtab('patch accounts/notifications --hpa', { api: storefront.url });
  expect(parse(hpa.stdout)).toEqual({ spec: { minReplicas, maxReplicas } });
  expect(hpa.stderr).toContain('The horizontal pod autoscaler sets the replicas');
  expect(await trimtab('patch accounts/notifications', { api: storefront.url })).toMatchObject({
    code: 5,
    stdout: '',
    stderr: expect.stringContaining('changes only its autoscaler.\nAdd --hpa.'),
  });
  const workload = await trimtab('patch storefront/frontend', { api: storefront.url });
  expect(Object.keys(parse(workload.stdout).spec)).toEqual(['template']);
  expect(await trimtab('patch storefront/cart --hpa', { api: storefront.url })).toMatchObject({
    code: 5,
    stdout: '',
    stderr: expect.stringContaining('The suggestion for storefront/cart does not change an autoscaler.'),
  });
});

test('on a terminal the command that applies it follows', async () => {
  const { stderr } = await trimtab('patch storefront/cart', { api: storefront.url, columns: 200 });
  expect(stderr).toContain(
    'kubectl patch deployment/cart --namespace storefront --type strategic --patch-file storefront-cart-patch.yaml',
  );
});

test('Kustomize and Helm get their own files', async () => {
  const overlay = await trimtab('patch search/query-api --format kustomize', { api: storefront.url });
  expect(parse(overlay.stdout)).toMatchObject({
    kind: 'Kustomization',
    patches: [{ target: { kind: 'Deployment' } }, { target: { kind: 'HorizontalPodAutoscaler' } }],
  });
  const values = await trimtab('patch storefront/cart --format helm', { api: storefront.url });
  expect(parse(values.stdout).resources.requests.cpu).toMatch(/^\d+m$/);
});

test.each([
  ['patch storefront/nosuch', 2, 'There is no target nosuch in storefront.'],
  ['patch storefront/cart --format toml', 2, 'toml is not a format of a patch.'],
  ['patch storefront/gift-finder', 5, 'There is no suggestion for storefront/gift-finder yet.'],
  ['patch checkout/checkout-v1', 5, 'not found. Has it been renamed or deleted?'],
])('%s: %d, %s', async (line, code, text) => {
  expect(await trimtab(line, { api: storefront.url })).toMatchObject({
    code,
    stdout: '',
    stderr: expect.stringContaining(text),
  });
});

test('a patch that Kubernetes would reject is not printed', async () => {
  const suggestion = {
    created: '2026-11-18T09:30:00Z',
    resourceRecommendations: [{ container: 'no_name', recommendations: [{ resource: 'cpu', value: 1 }] }],
  };
  await using api = await serveJson({
    items: [suggestion],
    target: { current_replicas: 1, containers: [] },
    aiscaletarget: {
      namespace: 'shop',
      name: 'cart',
      spec: { vertical: { mode: 'recommendation', name: 'cart', kind: 'Deployment' } },
    },
  });
  expect(await trimtab('patch shop/cart', { api: api.url })).toMatchObject({
    code: 5,
    stdout: '',
    stderr: expect.stringContaining('"no_name" is not a valid name of a container.'),
  });
});

/** An API with one target that has these containers, and a CPU suggestion for each of the named ones. */
const serveMesh = (target: object, ...suggested: readonly string[]) =>
  serveJson({
    items: [
      {
        created: '2026-11-18T09:30:00Z',
        resourceRecommendations: suggested.map((container) => ({
          container,
          recommendations: [{ resource: 'cpu', value: 0.5, limit: null }],
        })),
      },
    ],
    target: {
      current_replicas: 1,
      containers: ['app', 'log', 'istio-proxy'].map((name) => ({
        name,
        average_requests: { cpu: 1, memory: null },
        limits: { cpu: null, memory: null },
      })),
      ...target,
    },
    aiscaletarget: {
      namespace: 'shop',
      name: 'cart',
      spec: { vertical: { mode: 'recommendation', name: 'cart', kind: 'Deployment' } },
    },
  });

test('a container that a webhook adds is left out, with a note that says where its request is set', async () => {
  await using api = await serveMesh({ injected_containers: ['istio-proxy'] }, 'app', 'istio-proxy');
  const { stdout, stderr } = await trimtab('patch shop/cart', { api: api.url });
  expect(parse(stdout).spec.template.spec.containers.map(({ name }: { name: string }) => name)).toEqual(['app']);
  expect(stderr).toContain('istio-proxy is left out: the template of the workload does not have it.');
  expect(stderr).toContain('with the annotation sidecar.istio.io/proxyCPU of the template.');
  expect(stderr).not.toContain('--dry-run');
  await using only = await serveMesh({ injected_containers: ['istio-proxy'] }, 'istio-proxy');
  expect(await trimtab('patch shop/cart', { api: only.url })).toMatchObject({
    code: 5,
    stdout: '',
    stderr: expect.stringMatching(/contains no change that a patch can set\. istio-proxy is left out: /),
  });
});

test('a server that does not read templates leaves that question to a dry run', async () => {
  await using api = await serveMesh({}, 'app', 'log', 'istio-proxy');
  const { stdout, stderr } = await trimtab('patch shop/cart', { api: api.url });
  expect(parse(stdout).spec.template.spec.containers.map(({ name }: { name: string }) => name)).toEqual(['app', 'log']);
  expect(stderr).toContain('apply it with --dry-run=server first.');
});
