import { chmodSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceFiles } from '../../services/files-replace.ts';
import { type Advised, serveAdvised } from '../../testing/advised.ts';
import { makeCheckout } from '../../testing/checkout.ts';
import { serve, serveDataSet } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

const deployment = (name: string, { cpu = '400m', memory = '512Mi', namespace = 'shop' } = {}) => `# ${name}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
${namespace === '' ? '' : `  namespace: ${namespace}\n`}spec:
  replicas: 2
  template:
    spec:
      containers:
        - name: app
          image: ${name}:1
          resources:
            requests:
              cpu: ${cpu} # measured in May
              memory: "${memory}"
`;
const advised = (name: string, more: Partial<Advised> = {}): Advised => ({
  name,
  containers: { app: { cpu: '250m', memory: '300Mi' } },
  ...more,
});
const changed = { cpu: '250m', memory: '300Mi' };

/** Runs `trimtab propose` in a checkout with an API for these workloads. */
async function propose(files: Record<string, string>, words: string[] = [], workloads: Advised[] = [advised('web')]) {
  const api = await serveAdvised(workloads);
  const checkout = makeCheckout(files);
  const run = (...more: string[]) => trimtab(['propose', checkout.root, ...words, ...more], { api: api.url });
  return {
    api: api.url,
    run,
    checkout,
    read: (path: string) => readFileSync(join(checkout.root, path), 'utf8'),
    async [Symbol.asyncDispose]() {
      checkout[Symbol.dispose]();
      await api[Symbol.asyncDispose]();
    },
  };
}

test('the suggested requests are written, and the rest of the checkout stays as it is', async () => {
  await using one = await propose({ 'deploy/web.yaml': deployment('web'), 'deploy/other.yaml': deployment('other') });
  const { code, stdout, stderr } = await one.run();
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout:
      'WORKLOAD\tCONTAINER\tFIELD\tBEFORE\tAFTER\tCHANGE\tYEARLY\tFILE\n' +
      'shop/web\tapp\trequests.cpu\t400m\t250m\t-38%\t$876\tdeploy/web.yaml\n' +
      'shop/web\tapp\trequests.memory\t512Mi\t300Mi\t-41%\t$876\tdeploy/web.yaml\n',
  });
  expect(stderr).toBe('Changed 2 values of 1 workload in 1 file. 1 of 1 enrolled workload has a manifest here.\n');
  expect(one.read('deploy/web.yaml')).toBe(deployment('web', changed));
  expect(one.checkout.git('status', '--porcelain')).toBe(' M deploy/web.yaml\n');
  expect(await one.run('--force')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('Nothing to change.'),
  });
});

const proxy = (cpu: string) =>
  `        - name: istio-proxy\n          image: auto\n          resources:\n            requests:\n              cpu: ${cpu}\n`;

test('a container that a file for kubectl leaves out is changed where the manifest has it', async () => {
  const containers = { app: { cpu: '250m', memory: '300Mi' }, 'istio-proxy': { cpu: '20m' } };
  await using one = await propose(
    { 'web.yaml': `${deployment('web')}${proxy('100m')}`, 'plain.yaml': deployment('plain') },
    [],
    [advised('web', { containers }), advised('plain', { containers })],
  );
  expect((await one.run()).code).toBe(0);
  expect(one.read('web.yaml')).toBe(`${deployment('web', changed)}${proxy('20m')}`);
  expect(one.read('plain.yaml')).toBe(deployment('plain', changed));
});

test.each([
  ['--dry-run', 0],
  ['--check', 1],
])('%s writes nothing and exits %i', async (flag, code) => {
  await using one = await propose({ 'web.yaml': deployment('web') });
  const result = await one.run(flag);
  expect(result).toMatchObject({ code, stdout: expect.stringContaining('400m\t250m') });
  expect(result.stderr).toContain('Would change 2 values');
  expect(one.checkout.git('status', '--porcelain')).toBe('');
});

test.each([
  ['275m', '300Mi', 0],
  ['280m', '300Mi', 1],
  ['225m', '300Mi', 1],
  ['228m', '330Mi', 0],
])('--check with %s and %s, where 250m and 300Mi are suggested, exits %i', async (cpu, memory, code) => {
  await using one = await propose({ 'web.yaml': deployment('web', { cpu, memory }) });
  expect((await one.run('--check')).code).toBe(code);
});

test('a file with uncommitted changes is refused before anything is written', async () => {
  await using one = await propose(
    { 'a.yaml': deployment('web'), 'b.yaml': deployment('api') },
    [],
    [advised('web'), advised('api'), advised('new')],
  );
  one.checkout.write('b.yaml', `${deployment('api')}# not committed\n`);
  one.checkout.write('new.yaml', deployment('new'));
  const refused = await one.run();
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('b.yaml and 1 more would be changed, despite uncommitted changes.');
  expect(one.read('a.yaml')).toBe(deployment('web'));
  expect((await one.run('--force')).code).toBe(0);
  expect(one.read('b.yaml')).toBe(`${deployment('api', changed)}# not committed\n`);
  expect(one.read('new.yaml')).toBe(deployment('new', changed));
});

test('ignored files, dependencies, links and other folders are left alone', async () => {
  await using one = await propose(
    {
      '.gitignore': 'build/\n',
      'vendor/web.yaml': deployment('web'),
      'node_modules/web.yaml': deployment('web'),
      'elsewhere/api.yaml': deployment('api'),
      'deploy/readme.yaml': '',
    },
    [],
    [advised('web'), advised('api')],
  );
  using outside = makeCheckout({ 'web.yaml': deployment('web') });
  const { root } = one.checkout;
  one.checkout.write('build/web.yaml', deployment('web'));
  symlinkSync(join(outside.root, 'web.yaml'), join(root, 'web.yaml'));
  symlinkSync(outside.root, join(root, 'linked'));
  await using api = await serveAdvised([advised('web'), advised('api')]);
  const { code, stdout, stderr } = await trimtab(['propose', join(root, 'deploy')], { api: api.url });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toContain('No file needs a change. 0 of 2 enrolled workloads have a manifest here.');
  expect((await one.run()).stdout).toContain('elsewhere/api.yaml');
  expect(outside.git('status', '--porcelain')).toBe('');
});

test('a folder of the checkout that was replaced by a link is not followed', async () => {
  await using one = await propose({ 'deploy/web.yaml': deployment('web') });
  using outside = makeCheckout({ 'web.yaml': deployment('web') });
  rmSync(join(one.checkout.root, 'deploy'), { recursive: true });
  symlinkSync(outside.root, join(one.checkout.root, 'deploy'));
  expect((await one.run('--force')).stdout).toBe('');
  expect(outside.git('status', '--porcelain')).toBe('');
});

test('a changed file keeps its mode', async () => {
  await using one = await propose({ 'web.yaml': deployment('web') });
  chmodSync(join(one.checkout.root, 'web.yaml'), 0o755);
  one.checkout.git('commit', '--quiet', '-am', 'Make it executable');
  await one.run();
  expect(statSync(join(one.checkout.root, 'web.yaml')).mode & 0o777).toBe(0o755);
});

test('if one file cannot be written, none is changed', async () => {
  await using one = await propose(
    { 'a/web.yaml': deployment('web'), 'b/api.yaml': deployment('api') },
    [],
    [advised('web'), advised('api')],
  );
  const before = [
    { path: 'a/web.yaml', text: deployment('web') },
    { path: 'b/api.yaml', text: 'something else' },
  ];
  const after = before.map(({ path }) => ({ path, text: 'new' }));
  await expect(replaceFiles(one.checkout.root, { before, changed: after })).rejects.toMatchObject({
    message: 'b/api.yaml was changed by another program.',
    next: expect.stringContaining('No file was changed.'),
  });
  expect(one.checkout.git('status', '--porcelain')).toBe('');
});

test('--max-changes changes workloads at risk first, then those with the largest figure, and names the others', async () => {
  await using one = await propose(
    { 'a.yaml': deployment('small') + '---\n' + deployment('large') + '---\n' + deployment('risky') },
    ['--max-changes', '2', '-o', 'name'],
    [
      advised('small', { hourly: 0.01 }),
      advised('large', { hourly: 9 }),
      advised('risky', { hourly: -0.5, severity: 'high' }),
    ],
  );
  const { stdout, stderr } = await one.run();
  expect(stdout).toBe('shop/risky\nshop/large\n');
  expect(stderr).toContain('Left alone: shop/small: --max-changes 2: it is left for the next run.');
  expect(one.read('a.yaml')).toBe(
    `${deployment('small')}---\n${deployment('large', changed)}---\n${deployment('risky', changed)}`,
  );
});

test('a manifest without a namespace is named, or gets the one of -n', async () => {
  await using one = await propose({ 'web.yaml': deployment('web', { namespace: '' }) });
  const { stdout, stderr } = await one.run();
  expect(stdout).toBe('');
  expect(stderr).toContain(
    'Left alone: web.yaml: the manifest of web names no namespace; -n NAMESPACE or .trimtab.yaml gives it one.',
  );
  expect((await one.run('-n', 'shop')).code).toBe(0);
  expect(one.read('web.yaml')).toBe(deployment('web', { namespace: '', ...changed }));
});

test('-A covers all namespaces, although a variable selects one', async () => {
  await using one = await propose({ 'web.yaml': deployment('web') }, ['--dry-run']);
  const environment = { TRIMTAB_NAMESPACE: 'other' };
  const run = (...words: string[]) =>
    trimtab(['propose', one.checkout.root, '--dry-run', ...words], { api: one.api, environment });
  expect((await run()).stdout).toBe('');
  expect((await run('-A')).stdout).toContain('shop/web');
  expect(await run('-A', '-n', 'shop')).toMatchObject({ code: 2 });
});

test('the text of the pull request has the changes, why, cost, risk and how to undo them', async () => {
  await using one = await propose(
    { 'web.yaml': deployment('web'), 'twice.yaml': `${deployment('api')}---\n${deployment('api')}` },
    ['-o', 'markdown'],
    [advised('web'), advised('api')],
  );
  const { code, stdout } = await one.run();
  expect(code).toBe(0);
  expect(stdout).toBe(`## Set the suggested resources of 1 workload

| Workload | Container | Field | Before | After |
| --- | --- | --- | ---: | ---: |
| shop/web | app | requests.cpu | 400m | 250m |
| shop/web | app | requests.memory | 512Mi | 300Mi |

### Why
- **shop/web**: Half of web is never used.

### Cost
- Together this saves $876 a year.
- CPU requests fall by 300m with the present replicas.
- Memory requests fall by 424 MiB with the present replicas.

### Risk
- Pods restart: Kubernetes replaces them by the update strategy of each workload.
- 2 requests lower: if usage grows beyond what was observed, pods compete for resources on their node.

### How to undo
- Revert the commit with \`git revert\`, and apply the manifests as usual. The table has the previous values.
- \`trimtab target NAMESPACE/NAME\` shows the usage after the change.

### Left alone
- shop/api: 2 Deployments have this name: twice.yaml.
`);
});

test('the text of a large pull request fits into the limit of GitHub', async () => {
  const names = Array.from({ length: 400 }, (_, index) => `workload-with-a-rather-long-name-${index}`);
  await using one = await propose(
    { 'all.yaml': names.map((name) => deployment(name)).join('---\n') },
    ['-o', 'markdown', '--dry-run'],
    names.map((name) => advised(name)),
  );
  const { stdout } = await one.run();
  expect(stdout.length).toBeLessThan(65_536);
  expect(stdout).toMatch(/… and \d+ more\.\n[^]*… and \d+ more\.\n\n### Cost/);
});

test('what cannot be written is named, even if nothing else changes', async () => {
  await using one = await propose(
    { 'web.yaml': deployment('web', changed).replace('  replicas: 2\n', '') },
    [],
    [advised('web', { replicas: 7 })],
  );
  expect((await one.run()).stderr).toContain(
    'Left alone: shop/web: the manifest sets no replicas, so the suggested 7 are not written.',
  );
});

test('a manifest in which a syntax error hides the name is named', async () => {
  const broken = deployment('other', changed).replace('name: other', 'name: "other');
  await using one = await propose(
    { 'web.yaml': deployment('web', changed), 'other.yaml': broken },
    [],
    [advised('web')],
  );
  expect((await one.run()).stderr).toContain('Left alone: other.yaml: it is not valid YAML (line ');
});

test('without figures the values are written, and the missing figures are named', async () => {
  await using api = await serveAdvised([advised('web')]);
  await using broken = await serve(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/v1/views')) return Response.json({ errors: ['no figures'] }, { status: 501 });
    return fetch(api.url + pathname);
  });
  using checkout = makeCheckout({ 'web.yaml': deployment('web') });
  const { code, stdout, stderr } = await trimtab(['propose', checkout.root], { api: broken.url });
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('-38%\t—\tweb.yaml') });
  expect(stderr).toContain('The yearly figures of shop could not be read: ');
});

/** The server at `url`, whose calls for the workload "api" fail. */
const serveWithoutApiWorkload = (url: string) =>
  serve(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.includes('/api')) return Response.json({ errors: ['broken'] }, { status: 400 });
    return fetch(url + pathname);
  });

test('a suggestion that cannot be read is an incomplete run', async () => {
  await using api = await serveAdvised([advised('web'), advised('api')]);
  await using broken = await serveWithoutApiWorkload(api.url);
  using checkout = makeCheckout({ 'web.yaml': deployment('web'), 'api.yaml': deployment('api') });
  const { code, stdout, stderr } = await trimtab(['propose', checkout.root], { api: broken.url });
  expect({ code, stdout }).toEqual({ code: 5, stdout: expect.stringContaining('shop/web') });
  expect(stderr).toContain('A suggestion could not be read: ');
});

test('--check and the text of a pull request name what could not be read', async () => {
  await using api = await serveAdvised([advised('web'), advised('api')]);
  await using broken = await serveWithoutApiWorkload(api.url);
  using checkout = makeCheckout({ 'web.yaml': deployment('web'), 'api.yaml': deployment('api') });
  const check = await trimtab(['propose', checkout.root, '--check', '-o', 'markdown'], { api: broken.url });
  expect(check.code).toBe(1);
  expect(check.stderr).toMatch(/1 workload more than 10% off\. A suggestion could not be read: /);
  expect(check.stdout).toContain('\n\nA suggestion could not be read: ');
});

test('the text of a pull request without changes says how many workloads have a manifest', async () => {
  await using one = await propose({ 'other.yaml': deployment('other') }, ['-o', 'markdown'], [advised('web')]);
  expect((await one.run()).stdout).toContain('No file needs a change. 0 of 1 enrolled workload have a manifest here.');
});

test('JSON has the values, what is left alone, and the pull request', async () => {
  await using one = await propose({ 'web.yaml': deployment('web') }, ['-o', 'json', '--dry-run']);
  const { stdout } = await one.run();
  expect(JSON.parse(stdout)).toMatchObject({
    changes: [
      {
        namespace: 'shop',
        name: 'web',
        kind: 'Deployment',
        yearlySavings: 876,
        values: [
          { file: 'web.yaml', container: 'app', field: 'requests.cpu', before: '400m', after: '250m' },
          { file: 'web.yaml', container: 'app', field: 'requests.memory', before: '512Mi', after: '300Mi' },
        ],
      },
    ],
    left: [],
    pullRequest: { title: 'Set the suggested resources of 1 workload', body: expect.stringContaining('### Why') },
  });
});

test('the real server and its suggestions: a second run finds nothing to change', async () => {
  await using api = await serveDataSet('storefront');
  using checkout = makeCheckout({
    'cart.yaml': deployment('cart', { namespace: 'storefront' }).replace('name: app', 'name: api'),
  });
  const first = await trimtab(['propose', checkout.root], { api: api.url });
  expect(first).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('storefront/cart\tapi\trequests.cpu\t400m\t'),
  });
  const second = await trimtab(['propose', checkout.root, '--check'], { api: api.url });
  expect(second).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('No file needs a change.') });
});

test('a file that is too large or not UTF-8 is named', async () => {
  await using one = await propose({ 'large.yaml': `${deployment('web')}#${'x'.repeat(4 * 2 ** 20)}\n` });
  writeFileSync(join(one.checkout.root, 'wide.yaml'), Buffer.from(`\uFEFF${deployment('web')}`, 'utf16le'));
  const { stderr } = await one.run();
  expect(stderr).toContain('Left alone: large.yaml: it is larger than 4 MiB.');
  expect(stderr).toContain('Left alone: wide.yaml: its text is not UTF-8.');
});

test('a wrong mapping file is a usage error', async () => {
  await using one = await propose({ 'web.yaml': deployment('web'), '.trimtab.yaml': 'helm: 7' });
  expect(await one.run()).toMatchObject({
    code: 2,
    stderr: 'trimtab: .trimtab.yaml cannot be used: helm must be a list.\nNothing was written.\n',
  });
});

test('reports of other formats are refused before anything is written', async () => {
  await using one = await propose({ 'web.yaml': deployment('web') }, ['-o', 'sarif']);
  expect(await one.run()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Only trimtab check supports -o sarif.'),
  });
  expect(one.checkout.git('status', '--porcelain')).toBe('');
});
