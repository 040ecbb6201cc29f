import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { asText, at, type JsonObject } from './json.ts';
import { type Exchange, replay, type Script } from './replay.ts';

/**
 * Answers that were recorded from a real API server (Kubernetes 1.36). The requests are sent again to the stand-in. Its
 * own versions, uids and tokens replace the recorded ones. Each recorded field must be in the answer with the same
 * value.
 */
const notServed = 'the stand-in does not serve it';
const inventedText = 'the text of the message is that of a Go parser';
const noController = 'a controller or another program made the object';

const configMap = (name: string, namespace: string, more: JsonObject = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace },
  ...more,
});
const tier = (name: string, index: number) => ({
  ...configMap(name, 'paging', { data: { n: index === 0 ? 'touch4' : String(index) } }),
  metadata: { name, namespace: 'paging', labels: { tier: index % 2 === 0 ? 'even' : 'odd' } },
});

const template = (app: string, resources: object) => ({
  metadata: { labels: { app } },
  spec: {
    containers: [
      { name: 'app', image: `registry.example/${app}:1`, resources },
      {
        name: 'proxy',
        image: 'registry.example/proxy:1',
        resources: { requests: { cpu: '100m', memory: '64Mi' } },
      },
    ],
  },
});
function deployment(name: string, resources: object, only?: number) {
  const whole = template(name, resources);
  const containers = whole.spec.containers.slice(0, only);
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels: { app: name } },
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: name } },
      template: { ...whole, spec: { containers } },
    },
  };
}
const requestsOf = (cpu: string, memory: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: { template: { spec: { containers: [{ name: 'app', resources: { requests: { cpu, memory } } }] } } },
});

const scripts: Record<string, Script> = {
  discovery: {
    before: { 0: ({ put }) => void put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } }) },
    statusOnly: {
      0: 'the build differs',
      2: 'the stand-in serves fewer groups, in another order',
      3: 'the stand-in serves fewer resources',
      4: 'the stand-in serves fewer resources',
      6: 'the stand-in serves fewer resources',
      7: 'the stand-in serves fewer resources',
      8: 'without storageVersionHash',
      23: 'the stand-in serves fewer groups, with other hashes',
    },
    notReplayed: { 22: notServed },
  },
  'list-paging': {
    before: {
      0: ({ put }) => {
        for (let index = 0; index < 23; index += 1) put(tier(`cm-${String(index).padStart(2, '0')}`, index));
      },
      1: ({ put }) => void put(configMap('zz-later', 'paging')),
      26: ({ put }) => void put(configMap('big', 'paging', { data: { text: 'x'.repeat(200_000) } })),
      27: async ({ remove, put, compact, send, bind }) => {
        remove('v1', 'ConfigMap', 'paging', 'big');
        const page = await send('GET', '/api/v1/namespaces/paging/configmaps?limit=10');
        bind(
          'eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NDg4LCJzdGFydCI6Ii9jbS0wOVx1MDAwMCJ9',
          asText(at(page, 'metadata', 'continue')),
        );
        bind('488', asText(at(page, 'metadata', 'resourceVersion')));
        put(configMap('after', 'other'));
        compact();
      },
    },
    statusOnly: { 13: inventedText, 17: 'the stand-in has the columns Name and Age only' },
    notReplayed: {},
  },
  watch: {
    before: {
      0: ({ put, bind, store }) => {
        const annotations = {
          'kubernetes.io/description':
            'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
        };
        const name = 'kube-root-ca.crt';
        put({
          ...configMap(name, 'watching', { data: { 'ca.crt': '<certificate>' } }),
          metadata: { name, namespace: 'watching', annotations },
        });
        put({
          ...configMap('pre-1', 'watching', { data: { v: '3' } }),
          metadata: { name: 'pre-1', namespace: 'watching', labels: { s: 'a' } },
        });
        put({
          ...configMap('pre-2', 'watching', { data: { v: 'c9' } }),
          metadata: { name: 'pre-2', namespace: 'watching', labels: { s: 'a' } },
        });
        bind('8222', String(store.version));
      },
      8: ({ bind, store }) => bind('8239', String(store.version)),
      9: ({ bind, store, put }) => {
        bind('8246', String(store.version));
        put(configMap('elsewhere', 'other'));
      },
      18: ({ bind, store }) => bind('8304', String(store.version)),
      20: async ({ put, restart }) => {
        put(configMap('before-the-end', 'other'));
        await restart();
      },
      23: ({ compact, bind }) => {
        bind('8222', '2');
        compact();
      },
    },
    during: {
      0: async ({ send }) => {
        const labels = { s: 'a' };
        await send('POST', '/api/v1/namespaces/watching/configmaps', {
          metadata: { name: 'w1', labels },
          data: { v: '1' },
        });
        const path = '/api/v1/namespaces/watching/configmaps/w1';
        await send('PATCH', path, { data: { v: '2' } });
        await send('PATCH', path, { data: { v: '2' } });
        await send('DELETE', path);
      },
      2: async ({ send }) => {
        const path = '/api/v1/namespaces/watching/configmaps/pre-1';
        await send('PATCH', path, { metadata: { labels: { s: 'b' } } });
        await send('PATCH', path, { metadata: { labels: { s: 'a' } } });
      },
      3: async ({ send }) => {
        await send('POST', '/api/v1/namespaces/watching/configmaps', { metadata: { name: 'w2' }, data: { v: '1' } });
        await send('DELETE', '/api/v1/namespaces/watching/configmaps/w2');
      },
      5: async ({ send }) => {
        await send('POST', '/api/v1/namespaces/watching/configmaps', { metadata: { name: 'w3' }, data: { v: '1' } });
        await send('DELETE', '/api/v1/namespaces/watching/configmaps/w3');
      },
      18: ({ endWatches }) => endWatches(),
    },
    statusOnly: {},
    notReplayed: {
      7: 'the recorder kept one line for each event',
      9: 'the number and time of bookmarks depend on the timers of the real server',
      12: 'the stand-in has the columns Name and Age only',
      13: 'the recorder kept one event',
      16: 'the recorder kept 4 of 19 events',
      17: 'the stand-in keeps the same past for all kinds',
      22: 'the stand-in forgets the past of lists when it restarts',
    },
  },
  crd: {
    manualEstablishing: true,
    before: {
      0: ({ put }) => void put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'crd' } }),
      2: ({ establish }) => establish(),
    },
    statusOnly: {
      15: 'the order of defaults differs',
      29: 'without the descriptions of columns',
    },
    notReplayed: {
      14: 'JSON with a duplicate field cannot be kept in a recording',
      39: 'the stand-in does not compile the rules of a definition',
    },
  },
  'apply-and-patch': {
    before: {
      0: ({ put }) => void put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ssa' } }),
      10: async ({ send }) => {
        for (const cpu of ['460m', '450m']) {
          await send(
            'PATCH',
            '/apis/apps/v1/namespaces/ssa/deployments/web?fieldManager=rightsizer&force=true',
            requestsOf(cpu, '320Mi'),
            'application/apply-patch+yaml',
          );
        }
      },
      19: async ({ send }) => {
        const resources = { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '512Mi' } };
        await send(
          'POST',
          '/apis/apps/v1/namespaces/ssa/deployments?fieldManager=helm',
          deployment('patched', resources),
        );
      },
      37: async ({ send }) => {
        const resources = { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '512Mi' } };
        await send(
          'POST',
          '/apis/apps/v1/namespaces/ssa/deployments?fieldManager=rightsizer',
          deployment('migrate', resources, 1),
        );
      },
    },
    statusOnly: { 34: 'the recorder kept only the new entry' },
    notReplayed: {},
  },
  rbac: {
    before: {
      0: async ({ put, addUser }) => {
        for (const name of ['team-a', 'shop', 'rbac', 'crd'])
          put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
        put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'inventory', namespace: 'rbac' } });
        addUser('inventory-reader', {
          username: 'inventory-reader',
          uid: 'u-viewer',
          groups: ['system:authenticated'],
        });
        addUser('dev-alice', { username: 'dev-alice', groups: ['system:authenticated'] });
        const role = { apiVersion: 'rbac.authorization.k8s.io/v1' };
        const rules = [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch', 'patch'] }];
        put({ ...role, kind: 'Role', metadata: { name: 'dev', namespace: 'team-a' }, rules });
        put({
          ...role,
          kind: 'RoleBinding',
          metadata: { name: 'dev', namespace: 'team-a' },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'dev' },
          subjects: [{ kind: 'User', name: 'dev-alice' }],
        });
      },
      28: ({ removeUser, tokenOf }) => void removeUser(tokenOf('service account rbac/inventory')),
    },
    statusOnly: {
      10: 'the stand-in serves other groups',
      20: 'without the rules that every user has',
      25: 'the recorded cluster had other objects',
      26: 'without the extra fields of the token',
      30: 'the recorded cluster had other namespaces',
    },
    notReplayed: {},
  },
  fairness: {
    before: {
      0: ({ addUser }) =>
        void addUser('slow-user', { username: 'slow-user', groups: ['system:masters', 'system:authenticated'] }),
      4: ({ fail }) => void fail({ answer: 'too many', times: 1 }),
      5: ({ fail }) => void fail({ answer: 'too many', retryAfter: 2, times: 3 }),
      8: ({ put }) => void put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } }),
    },
    statusOnly: {
      2: 'the recorded cluster had other objects',
      4: 'without the headers that name the level',
      5: 'without the headers that name the level',
    },
    notReplayed: { 9: noController, 10: noController },
  },
};

const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
});

describe.each(Object.entries(scripts))('the stand-in answers like the API server: %s', (name, script) => {
  const { exchanges }: { exchanges: Exchange[] } = JSON.parse(
    readFileSync(fileURLToPath(new URL(`recordings/${name}.json`, import.meta.url)), 'utf8'),
  );

  it('to every recorded request', async () => {
    const { differences, replayed, stop } = await replay(exchanges, script);
    stops.push(stop);
    expect(differences).toEqual([]);
    const skipped = Object.keys(script.notReplayed).length;
    const notes = exchanges.filter(({ request }) => request === undefined).length;
    expect(replayed).toBe(exchanges.length - skipped - notes);
  });
});
