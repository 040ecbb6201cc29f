import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aRecord } from '@trimtab/testing';
import { startKubernetes, targetDefinition } from '@trimtab/testing/kubernetes';
import { startMain } from '@trimtab/testing/node';
import { answer, scriptedServer, vector } from '@trimtab/testing/prometheus';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { grant, rulesOf } from '../../adapters/kubernetes/testing/grant.ts';
import { openSqliteStore } from '../../adapters/sql/index.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** A cluster with one Deployment, a Prometheus without series, and the options for both. */
async function aCluster(token = 'admin') {
  const standIn = await startKubernetes();
  const prometheus = await scriptedServer((response) => answer(response, vector()));
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-kubernetes-'));
  cleanups.push(standIn.stop, prometheus.stop, () => rmSync(folder, { recursive: true }));
  const spec = { replicas: 3, template: { spec: { containers: [{ name: 'app' }] } } };
  standIn.put({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'cart', namespace: 'shop' }, spec });
  const kubeconfig = join(folder, 'config');
  const config = {
    'current-context': 'one',
    clusters: [{ name: 'c', cluster: { server: standIn.url } }],
    contexts: [{ name: 'one', context: { cluster: 'c', user: 'u' } }],
    users: [{ name: 'u', user: { token } }],
  };
  writeFileSync(kubeconfig, JSON.stringify(config));
  const argv = ['--prometheus', prometheus.url, '--kubeconfig', kubeconfig, '--data', folder, '--port', '0'];
  const cluster = ['--kubeconfig', kubeconfig, '--data', folder];
  const define = () => {
    standIn.put({ ...targetDefinition(), status: { conditions: null } });
    standIn.establish();
  };
  return { standIn, argv, cluster, folder, define, kubeconfig, prometheus: prometheus.url };
}

function start(argv: readonly string[]) {
  const server = startMain({ argv });
  cleanups.unshift(server.end);
  return server;
}

async function namespacesOf(address: string): Promise<unknown> {
  const response = await fetch(`${address}/v1/system/namespaces`);
  return response.json();
}

describe('a server with access to Kubernetes', () => {
  it('shows what the API server says', async () => {
    const { standIn, argv } = await aCluster();
    const { ready, said, end } = start(argv);
    const address = await ready;
    expect(said.stdout).toContain(`Workloads, pods and HPAs are read from the Kubernetes API server at ${standIn.url}`);
    await expect.poll(async () => JSON.stringify(await namespacesOf(address))).toContain('"shop"');
    expect(await end()).toBe(0);
    await expect.poll(() => standIn.openWatches()).toBe(0);
  });

  it('starts while the API server does not answer, and reads it as soon as it does', async () => {
    const { standIn, argv } = await aCluster();
    await standIn.down();
    const { ready, said } = start(argv);
    const address = await ready;
    await expect
      .poll(() => said.stderr)
      .toContain('The Kubernetes API server cannot be reached: the connection was refused.');
    await standIn.up();
    await expect.poll(async () => JSON.stringify(await namespacesOf(address))).toContain('"shop"');
  });

  it('keeps enrolled targets in the cluster, and shows what kubectl changes', async () => {
    const { standIn, argv, define } = await aCluster();
    define();
    const { ready, said } = start([...argv, '--registry', 'kubernetes']);
    const address = await ready;
    expect(said.stdout).toContain('Enrolled targets are AIScaleTarget resources of the cluster.');
    const enroll = () =>
      fetch(`${address}/v1/ast/candidates/shop?dryrun=false`, { method: 'POST' }).then((response) => response.text());
    await expect.poll(enroll).toContain('"result":"created"');
    const path = '/apis/trimtab.dev/v1alpha1/namespaces/shop/aiscaletargets/cart?fieldManager=kubectl-edit';
    const edited = await fetch(`${standIn.url}${path}`, {
      method: 'PATCH',
      headers: { authorization: 'Bearer admin', 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ spec: { limitPolicy: 'equal', vertical: { mode: 'autonomous' } } }),
    });
    expect(edited.status).toBe(200);
    const target = () => fetch(`${address}/v1/ast/shop`).then((response) => response.text());
    await expect.poll(target).toContain('"mode":"autonomous"');
    const changed = await fetch(`${address}/v1/ast/shop/cart`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ limit_policy: 'keep' }),
    });
    expect(changed.status).toBe(409);
    expect(await changed.text()).toContain('was changed by \\"kubectl-edit\\"');
  });

  it('serves the targets that it saw before while it starts without the API server', async () => {
    const { standIn, argv, define } = await aCluster();
    define();
    const words = [...argv, '--registry', 'kubernetes'];
    const first = start(words);
    const before = await first.ready;
    const enroll = () =>
      fetch(`${before}/v1/ast/candidates/shop?dryrun=false`, { method: 'POST' }).then((response) => response.text());
    await expect.poll(enroll).toContain('"result":"created"');
    await first.end();
    await standIn.down();
    const address = await start(words).ready;
    const read = (path: string, init?: object) =>
      fetch(`${address}${path}`, init).then(async (response) => ({
        code: response.status,
        text: await response.text(),
        notice: response.headers.get('trimtab-notice'),
      }));
    expect(await read('/v1/ast')).toMatchObject({ code: 200, text: expect.stringContaining('"cart"') });
    const note = /The enrolled targets are those that were known at 2.+: The Kubernetes API server cannot be reached/;
    expect(await read('/v1/views/asts')).toMatchObject({ code: 200, notice: expect.stringMatching(note) });
    const cleanUp = () => read('/v1/ast/shop/cart/cleanup', { method: 'POST' });
    expect(await cleanUp()).toMatchObject({ code: 503 });
    await standIn.up();
    await expect.poll(async () => (await cleanUp()).code).not.toBe(503);
    expect(await read('/v1/ast')).toMatchObject({ code: 200, text: expect.stringContaining('"total":0') });
  });

  it('keeps the targets of several clusters in each of them', async () => {
    const [eu, us] = [await aCluster(), await aCluster()];
    eu.define();
    us.define();
    const file = join(eu.folder, 'clusters.yaml');
    const entries = Object.entries({ eu, us }).map(([name, { prometheus, kubeconfig }]) => ({
      name,
      prometheus,
      kubeconfig,
      registry: 'kubernetes',
    }));
    writeFileSync(file, JSON.stringify({ clusters: entries }));
    const store = await openSqliteStore(eu.folder);
    await store.targets.enroll([aRecord({ namespace: 'us.shop', name: 'left' })]);
    await store.close();
    const words = ['--clusters', file, '--data', eu.folder, '--port', '0'];
    const first = start(words);
    const before = await first.ready;
    expect(first.said.stdout).toContain(
      `Cluster us: There is 1 enrolled target in ${eu.folder}, and none in the cluster: migrate-registry --cluster us copies it.`,
    );
    const enroll = (namespace: string) =>
      fetch(`${before}/v1/ast/candidates/${namespace}?dryrun=false`, { method: 'POST' }).then((answered) =>
        answered.text(),
      );
    await expect.poll(() => enroll('eu.shop')).toContain('"result":"created"');
    const kept = ({ standIn }: typeof eu) =>
      standIn.store.all({ group: 'trimtab.dev', plural: 'aiscaletargets' }).map(({ metadata }) => metadata.name);
    expect([kept(eu), kept(us)]).toEqual([['cart'], []]);
    await first.end();

    const copied = await migrate('--kubeconfig', us.kubeconfig, '--data', eu.folder, '--cluster', 'us', '--apply');
    expect(copied.stdout).toContain('  created   shop/left\n1 target in ');
    expect([kept(eu), kept(us)]).toEqual([['cart'], ['left']]);

    // Each cluster has its own last known targets.
    await eu.standIn.down();
    const address = await start(words).ready;
    const list = async () => {
      const answered = await fetch(`${address}/v1/ast`);
      return { text: await answered.text(), notice: answered.headers.get('trimtab-notice') };
    };
    await expect.poll(async () => (await list()).text).toContain('"total":2');
    expect((await list()).notice).toContain('Cluster eu: The enrolled targets are those that were known at ');
    await expect
      .poll(async () => (await fetch(`${address}/v1/ast/us.shop/left/cleanup`, { method: 'POST' })).status)
      .toBe(204);
  });

  it('says that the targets are not known if it never saw them, and previews an enrollment', async () => {
    const { standIn, argv } = await aCluster();
    await standIn.down();
    const address = await start([...argv, '--registry', 'kubernetes']).ready;
    const read = (method: string, path: string) =>
      fetch(`${address}${path}`, { method }).then((response) => response.text());
    const why =
      'The enrolled targets are not known: The Kubernetes API server cannot be reached: the connection was refused.';
    expect(await read('GET', '/v1/ast')).toContain(why);
    expect(await read('POST', '/v1/ast/candidates/shop?dryrun=true')).toContain('cluster source');
  });

  it('says in --doctor which source answers what, and what may not be read', async () => {
    const { argv } = await aCluster();
    const { ended, said } = startMain({ argv: [...argv, '--doctor'] });
    expect(await ended).toBe(1);
    expect(said.stdout).toMatch(/\nKubernetes at http:\/\/127\.0\.0\.1:\d+ answers\.\n/);
    expect(said.stdout).toMatch(/^ {2}ok {7}deployments +1$/m);
    expect(said.stdout).toContain('Workloads, pods, requests, HPAs and labels come from Kubernetes.');
    const { argv: refused } = await aCluster('no token');
    const other = startMain({ argv: [...refused, '--doctor'] });
    expect(await other.ended).toBe(1);
    expect(other.said.stdout).toContain('answered 401: Unauthorized. The credentials are wrong or have expired.');
    expect(other.said.stderr).toBe('');
    expect(other.said.stdout).toContain('Everything comes from Prometheus');
    const undefinedYet = startMain({ argv: [...argv, '--registry', 'kubernetes', '--doctor'] });
    expect(await undefinedYet.ended).toBe(1);
    expect(undefinedYet.said.stdout).toMatch(/missing {2}The enrolled targets are not known: .*kubectl get crd/);
    expect(undefinedYet.said.stdout).toContain('Enrolled targets are kept in AIScaleTarget resources.');
  });

  it('says in --doctor what Kubernetes answers also if Prometheus cannot be read, and who gives a missing right', async () => {
    const { standIn, argv } = await aCluster('nobody');
    standIn.addUser('nobody', { username: 'nobody', groups: ['system:authenticated'] });
    const { ended, said } = startMain({ argv: ['--prometheus', 'http://127.0.0.1:9', ...argv.slice(2), '--doctor'] });
    expect(await ended).toBe(3);
    expect(said.stdout).toMatch(/^Kubernetes at http:\/\/127\.0\.0\.1:\d+ cannot be read\.\n/);
    expect(said.stdout).not.toContain('  ok ');
    expect(said.stdout).toContain('Fix: give the account the role view of the chart, or the rules above.');
    expect(said.stderr).toContain('Prometheus cannot be reached');
  });

  it('waits for the first lists, also if they take several seconds', async () => {
    const { standIn, argv } = await aCluster();
    standIn.fail({ path: '/api/v1/pods', answer: 'silence' });
    setTimeout(() => standIn.clearFaults(), 3000);
    const { ready, said } = start(argv);
    const enrolled = await fetch(`${await ready}/v1/ast/candidates/shop?dryrun=true`, { method: 'POST' });
    expect(await enrolled.text()).toContain('"cart"');
    expect(said.stdout).not.toContain('It cannot be read yet');
  });

  it('says at its start why the API server cannot be read', async () => {
    const { argv } = await aCluster('no token');
    const { ready, said } = start(argv);
    await ready;
    expect(said.stdout).toContain(
      'It cannot be read yet: The Kubernetes API server answered 401: Unauthorized. The credentials are wrong or have expired. The server keeps trying.',
    );
  });

  it('reads no more after --doctor found that Prometheus cannot be read', async () => {
    const { standIn, argv } = await aCluster();
    const broken = await scriptedServer((response) => {
      const fail = () => void response.writeHead(500).end();
      void vi.waitFor(() => expect(standIn.openWatches()).toBe(11), { timeout: 120_000 }).then(fail, fail);
    });
    cleanups.push(broken.stop);
    const { ended } = startMain({ argv: ['--prometheus', broken.url, ...argv.slice(2), '--doctor'] });
    expect(await ended).toBe(3);
    await expect.poll(() => standIn.openWatches()).toBe(0);
  });
});

async function migrate(...words: string[]) {
  const { ended, said } = startMain({ argv: ['migrate-registry', ...words] });
  return { code: await ended, ...said };
}

const wholeRole = [
  ...rulesOf('view'),
  ...rulesOf('enroll'),
  { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
].flatMap(({ apiGroups, resources, verbs }) =>
  resources.flatMap((resource) => verbs.map((verb) => ({ apiGroups, resources: [resource], verbs: [verb] }))),
);
/** One of the verbs list and watch of each resource, and every other right. */
const eachRight = wholeRole.filter(
  ({ verbs: [verb] }, index) => !['list', 'watch'].includes(verb ?? '') || index % 4 === 0 || index % 4 === 3,
);

describe('--doctor with one right less than the role enroll with logs', () => {
  it.each(eachRight.map((rule) => [rule.verbs.join(), rule.resources.join(), rule] as const))(
    'names it: %s %s',
    async (verb, resource, less) => {
      const { standIn, argv, define } = await aCluster('reader');
      define();
      grant(
        standIn,
        wholeRole.filter((rule) => rule !== less),
      );
      const { ended, said } = startMain({ argv: [...argv, '--registry', 'kubernetes', '--doctor'] });
      await ended;
      expect(said.stderr).toBe('');
      const group = less.apiGroups.join() || '""';
      const verbs = ['list', 'watch'].includes(verb) ? 'list, watch' : verb;
      expect(said.stdout).toContain(`rule {apiGroups: [${group}], resources: [${resource}], verbs: [${verbs}]}`);
      const named = said.stdout.match(/ rule {apiGroups: /g) ?? [];
      expect(named).toHaveLength(1);
      expect(standIn.audit.filter(({ code }) => code === 403).length).toBeLessThanOrEqual(1);
    },
  );
});

describe('the command migrate-registry', () => {
  const targets = '/apis/trimtab.dev/v1alpha1/namespaces/shop/aiscaletargets';

  it('says what it would do, does it, and can be repeated while a server uses the folder', async () => {
    const { standIn, argv, cluster, folder, define } = await aCluster();
    define();
    const store = await openSqliteStore(folder);
    const unoptimized = {
      replicas: 3,
      containers: [{ name: 'app', cpuRequest: 0.5, memoryRequest: null }],
      recordedAt: 1,
    };
    await store.targets.enroll([
      aRecord({ enrolledAt: 5, limitPolicy: 'ratio', unoptimized }),
      aRecord({ name: 'pay', managed: ['b', 'a'].map((container) => ({ container, resources: ['cpu'] })) }),
      aRecord({ name: 'none', vertical: null }),
    ]);
    const tried = await migrate(...cluster);
    expect(tried).toEqual({
      code: 1,
      stderr: '',
      stdout: expect.stringMatching(
        /^ {2}create {4}shop\/cart\n {2}refused {3}shop\/none {2}.*give horizontal, vertical or both.*\n {2}create {4}shop\/pay\n3 targets in .*: 2 to create, 0 there already, 0 there with other settings, 1 refused.\nThis was a dry run/,
      ),
    });
    expect(standIn.audit.filter(({ method, query }) => method === 'PATCH' && !query.has('dryRun'))).toEqual([]);
    expect(await store.targets.remove('shop', 'none')).toBe(true);
    const applied = await migrate(...cluster, '--apply');
    expect(applied).toMatchObject({ code: 0, stdout: expect.stringContaining('2 created, 0 there already') });
    await fetch(`${standIn.url}${targets}/pay`, {
      method: 'PATCH',
      headers: { authorization: 'Bearer admin', 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ spec: { model: { mode: 'cost_savings' } } }),
    });
    const again = await migrate(...cluster, '--apply');
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('0 created, 1 there already, 1 there with other settings'),
    });
    expect(again.stdout).toContain('shop/pay  The resource stays as it is, with another modelMode.');
    await store.close();
    const address = await start([...argv, '--registry', 'kubernetes']).ready;
    const unmoved = await fetch(`${address}/v1/ast`).then((response) => response.text());
    expect(unmoved).toContain('"limit_policy":"ratio"');
  });

  it('is offered by a server whose cluster has no targets', async () => {
    const { argv, folder, define } = await aCluster();
    define();
    const store = await openSqliteStore(folder);
    await store.targets.enroll([aRecord(), aRecord({ name: 'other' })]);
    await store.close();
    const { ready, said } = start([...argv, '--registry', 'kubernetes']);
    await ready;
    expect(said.stdout).toContain(
      `There are 2 enrolled targets in ${folder}, and none in the cluster: migrate-registry copies them.`,
    );
  });

  it('says why it cannot run', async () => {
    const { cluster } = await aCluster();
    expect(await migrate('--data', '/nonexistent')).toMatchObject({
      code: 2,
      stderr: 'Name the cluster with --kubernetes or --kubeconfig.\n',
    });
    expect(await migrate(...cluster)).toMatchObject({ code: 3, stderr: expect.stringContaining('cannot be read') });
    const help = await migrate('--help');
    expect(help).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: start migrate-registry .*--apply/s) });
    expect(help.stdout).not.toContain('--prometheus');
  });
});

async function resultOf(...argv: string[]) {
  const { ended, said } = startMain({ argv });
  return [await ended, said.stderr];
}

describe('the options', () => {
  it.each([
    [['--kubernetes'], '--kubernetes and --kubeconfig need --prometheus'],
    [['--kubernetes', '--kubeconfig', 'x'], 'Give only one.'],
    [['--context', 'x'], '--context needs the file of --kubeconfig.'],
    [['--registry', 'kubernetes'], '--registry kubernetes needs --kubernetes or --kubeconfig.'],
    [['--registry', 'etcd'], '--registry must be one of sql, kubernetes, not "etcd".'],
    [['--kubernetes-namespace', 'x'], '--kubernetes-namespace needs --kubernetes or --kubeconfig.'],
  ])('%j are refused', async (argv, problem) => {
    expect(await resultOf(...argv)).toEqual([2, expect.stringContaining(problem)]);
  });
});
