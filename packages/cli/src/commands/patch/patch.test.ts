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

test('the bounds of an autoscaler are a patch of their own', async () => {
  const { items } = await (await fetch(`${storefront.url}/v1/ast/accounts/mailer/suggestions?active=true`)).json();
  const [{ minReplicas, maxReplicas }] = items;
  const hpa = await trimtab('patch accounts/mailer --hpa', { api: storefront.url });
  expect(parse(hpa.stdout)).toEqual({ spec: { minReplicas, maxReplicas } });
  expect(hpa.stderr).toContain('The horizontal pod autoscaler sets the replicas');
  expect(await trimtab('patch accounts/mailer', { api: storefront.url })).toMatchObject({
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
    'kubectl patch deployment/cart --namespace storefront --type strategic --patch-file cart-patch.yaml',
  );
});

test('Kustomize and Helm get their own files', async () => {
  const overlay = await trimtab('patch checkout/checkout-api --format kustomize', { api: storefront.url });
  expect(parse(overlay.stdout)).toMatchObject({
    kind: 'Kustomization',
    patches: [{ target: { kind: 'Rollout' } }, { target: { kind: 'HorizontalPodAutoscaler' } }],
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
    aiscaletarget: { namespace: 'shop', name: 'cart', spec: { vertical: { mode: 'recommendation' } } },
  });
  expect(await trimtab('patch shop/cart', { api: api.url })).toMatchObject({
    code: 5,
    stdout: '',
    stderr: expect.stringContaining('"no_name" is not a valid name of a container.'),
  });
});
