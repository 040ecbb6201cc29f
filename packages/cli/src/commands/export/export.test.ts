import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PatchPlan, patchBundle, patchFiles } from '@trimtab/core/patch';
import { afterAll, expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { findKubectl } from '../../../../../scripts/provision/kubectl.ts';
import { manifest } from '../../output/yaml.ts';
import { serve, serveDataSet } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

/** For tests that change no target. */
const storefront = await serveDataSet('storefront');
afterAll(() => storefront[Symbol.asyncDispose]());

const folder = mkdtempSync(join(tmpdir(), 'trimtab-export-'));
afterAll(() => rmSync(folder, { recursive: true }));
const kubectl = findKubectl();
const labels = { app: 'x' };

const bare = (list: readonly { name: string }[]) => list.map(({ name }) => ({ name, image: `x/${name}:1` }));

/** The workloads that an overlay patches, as an operator's base has them. */
function writeBase(overlay: string): void {
  const base = join(overlay, '..', 'base');
  mkdirSync(base, { recursive: true });
  const { patches } = parse(readFileSync(join(overlay, 'kustomization.yaml'), 'utf8'));
  const objects = patches.map(({ path }: { path: string }) => {
    const { apiVersion, kind, metadata, spec } = parse(readFileSync(join(overlay, path), 'utf8'));
    const { containers = [], initContainers = [] } = spec.template?.spec ?? {};
    const template = {
      metadata: { labels },
      spec: {
        containers: [...bare(containers), { name: 'other', image: 'x/other:1' }],
        initContainers: bare(initContainers),
      },
    };
    return { apiVersion, kind, metadata, spec: { selector: { matchLabels: labels }, template } };
  });
  writeFileSync(join(base, 'all.yaml'), objects.map((object: object) => stringify(object)).join('---\n'));
  writeFileSync(join(base, 'kustomization.yaml'), stringify({ resources: ['all.yaml'] }));
}

test('writes an overlay for the namespace, with a README and a summary', async () => {
  const out = join(folder, 'payments');
  const { code, stderr, stdout } = await trimtab(`export -n payments -o ${out}`, { api: storefront.url });
  expect(stderr).toMatch(/^Wrote the changes of [3-6] targets to /);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(readdirSync(out).toSorted()).toEqual(['README.md', 'payments', 'summary.csv']);
  const readme = readFileSync(join(out, 'README.md'), 'utf8');
  expect(readme).toMatch(/\| payments \| Deployment\/dispute-desk \| [^|]*→[^|]* \| \$/);
  expect(readFileSync(join(out, 'summary.csv'), 'utf8')).toMatch(/^Namespace,Kind,Name,Change,Net savings a year/);
  const patch = parse(readFileSync(join(out, 'payments', 'dispute-desk-deployment.yaml'), 'utf8'));
  expect(patch).toMatchObject({ kind: 'Deployment', metadata: { name: 'dispute-desk', namespace: 'payments' } });

  const again = await trimtab(`export -n payments -o ${out}`, { api: storefront.url });
  expect(again.stderr).toContain('is not empty.');
  expect(again.code).toBe(2);
  expect((await trimtab(`export -n payments -o ${out} --force`, { api: storefront.url })).code).toBe(0);
});

test('if a folder has the name of a file, no file of the bundle is written', async () => {
  const out = join(folder, 'occupied');
  mkdirSync(join(out, 'summary.csv'), { recursive: true });
  const { code, stderr } = await trimtab(`export -n payments -o ${out} --force`, { api: storefront.url });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `trimtab: ${join(out, 'summary.csv')} is a folder.\nUse another folder with -o FOLDER.\n`,
  });
  expect(readdirSync(out)).toEqual(['summary.csv']);
});

test('if a file cannot be written, no file of the bundle is', async () => {
  const out = join(folder, 'blocked');
  mkdirSync(out);
  // The bundle has a folder of this name.
  writeFileSync(join(out, 'payments'), 'a file');
  const { code, stderr } = await trimtab(`export -n payments -o ${out} --force`, { api: storefront.url });
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringMatching(
      /could not be written: .*\nNothing was written\. Use another folder with -o FOLDER\.\n$/,
    ),
  });
  expect(readdirSync(out)).toEqual(['payments']);
});

test.each([
  [
    '-',
    'The export is a folder, so it cannot be written to stdout.\nName the folder with -o FOLDER. trimtab patch prints patches.',
  ],
  ['yaml', 'Here -o names the folder to write, not a format.\nFor a folder of this name, use -o ./yaml.'],
  ['FILE', 'is a file, not a folder.\nUse another folder with -o FOLDER.'],
  [
    'FILE/below',
    'could not be written: a file has the name of a folder.\nNothing was written. Use another folder with -o FOLDER.',
  ],
])('-o %s is refused', async (name, sentence) => {
  const file = join(folder, 'a-file');
  writeFileSync(file, 'kept');
  const line = `export -n payments -o ${name.replace('FILE', file)}`;
  const { code, stderr } = await trimtab(line, { api: storefront.url });
  expect(code).toBe(name === 'FILE/below' ? 3 : 2);
  expect(stderr).toContain(sentence);
  expect(readFileSync(file, 'utf8')).toBe('kept');
});

test.skipIf(kubectl === null)('Kustomize builds the overlay on a base, and keeps the other containers', async () => {
  const out = join(folder, 'built');
  await trimtab(`export payments/payment-gateway checkout/tax -o ${out}`, { api: storefront.url });
  for (const namespace of ['payments', 'checkout']) {
    const overlay = join(out, namespace);
    writeBase(overlay);
    const built = execFileSync(kubectl ?? '', ['kustomize', overlay], { encoding: 'utf8', timeout: 120_000 });
    expect(built).toContain('name: other');
    expect(built).toMatch(/requests:\n\s+cpu: /);
    rmSync(join(out, 'base'), { recursive: true });
  }
});

test('selects by label with the list of all targets', async () => {
  const out = join(folder, 'labeled');
  const selector = 'app.kubernetes.io/part-of=accounts';
  const { code } = await trimtab(['export', '-l', selector, '-o', out], { api: storefront.url });
  expect(code).toBe(0);
  expect(readdirSync(out).toSorted()).toEqual(['README.md', 'accounts', 'summary.csv']);
  expect(readFileSync(join(out, 'README.md'), 'utf8')).toContain('Left out');
});

test('a terminal shows the result without a broken word', async () => {
  const out = join(folder, 'on-a-terminal');
  const { stderr } = await trimtab(`export -n payments -o ${out}`, { api: storefront.url, columns: 40 });
  expect(stderr).toMatch(/^Wrote the changes of /);
  for (const line of stderr.trimEnd().split('\n')) expect(line.length <= 40 || !line.includes(' ')).toBe(true);
});

test.each([
  ['-n payments', 503],
  ['payments/dispute-desk payments/payment-gateway', 503],
  ['payments/dispute-desk payments/payment-gateway', 404],
])('%s: exits 5 and names a target that is answered with %i', async (words, status) => {
  await using api = await serve(async ({ url, method }) => {
    const { pathname, search } = new URL(url);
    if (pathname.includes('/dispute-desk')) return Response.json({ errors: ['down'] }, { status });
    const response = await fetch(`${storefront.url}${pathname}${search}`, { method });
    return new Response(await response.text(), { status: response.status });
  });
  const out = join(folder, `unread-${status}-${words.length}`);
  const { stderr, code } = await trimtab(`export ${words} -o ${out}`, { api: api.url });
  expect(stderr).toMatch(/^Wrote the changes of [1-5] targets? to .* left out; README\.md says why\.$/m);
  expect(stderr).toContain(
    `The changes of these targets are missing, because they could not be read: payments/dispute-desk (${status}).`,
  );
  expect(code).toBe(5);
  expect(readFileSync(join(out, 'README.md'), 'utf8')).toContain(
    `- payments/dispute-desk: The API answered ${status}: down`,
  );
  expect(readdirSync(join(out, 'payments'))).not.toContain('dispute-desk-deployment.yaml');
});

const run = async (line: string, environment: Record<string, string>) =>
  (await trimtab(line, { api: storefront.url, environment })).code;

test('the typed one of -n and -A applies, and TRIMTAB_NAMESPACE does not limit names', async () => {
  const [wide, narrow, named] = ['wide', 'narrow', 'named'].map((name) => join(folder, name));
  expect(await run(`export -A --savings -o ${wide}`, { TRIMTAB_NAMESPACE: 'payments' })).toBe(0);
  expect(readdirSync(wide ?? '').length).toBeGreaterThan(4);
  expect(await run(`export -n payments -o ${narrow}`, { TRIMTAB_ALL_NAMESPACES: '1' })).toBe(0);
  expect(readdirSync(narrow ?? '').toSorted()).toEqual(['README.md', 'payments', 'summary.csv']);
  expect(await run(`export payments/dispute-desk -o ${named}`, { TRIMTAB_NAMESPACE: 'shop,checkout' })).toBe(0);
});

test.each([
  ['export', 'No targets were selected.'],
  ['export -A --at-risk --savings', '--at-risk and --savings cannot be combined.'],
  ['export -A -n shop', '-n and -A cannot be combined.'],
  ['export -n shop checkout/cart', '-n and checkout/cart both name a namespace.'],
  ['export -n shop,checkout cart', 'Names without a namespace need exactly one -n.'],
  ['export cart', 'No namespace was given.'],
  ['export shop/cart -A', '-A cannot be combined with names.'],
  ['export shop/cart --savings', '--savings cannot be combined with names.'],
  ['export cart -n shop -l team=a', '-l cannot be combined with names.'],
])('%s is refused', async (line, message) => {
  await using api = await serve(() => Response.json({ items: [] }));
  const { stderr, code } = await trimtab(`${line} -o ${join(folder, 'none')}`, { api: api.url });
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test('writes nothing if no target has a change', async () => {
  await using api = await serve((request) =>
    request.url.endsWith('/suggestions?active=true')
      ? Response.json({ items: [] })
      : Response.json({
          target: { name: 'web', kind: 'Deployment', containers: [] },
          aiscaletarget: { namespace: 'shop', name: 'web', spec: {} },
        }),
  );
  const out = join(folder, 'empty');
  const { stderr, code } = await trimtab(`export shop/web -o ${out}`, { api: api.url });
  expect(stderr).toContain('none of these targets has a change');
  expect(code).toBe(5);
  expect(readdirSync(folder)).not.toContain('empty');
});

test.skipIf(kubectl === null)('the patch of a name with a dot does not change a workload with a similar name', () => {
  const overlay = join(folder, 'dotted', 'shop');
  const plan: PatchPlan = {
    namespace: 'shop',
    name: 'api.v1',
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    replicas: 7,
    autoscaler: { name: 'api.v1', minReplicas: 2, maxReplicas: 9 },
    containers: [],
    notes: [],
    known: [],
  };
  const base = ['api.v1', 'api-v1'].flatMap((name) => [
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name }, spec: { replicas: 1 } },
    {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name },
      spec: { minReplicas: 1, maxReplicas: 1 },
    },
  ]);
  mkdirSync(overlay, { recursive: true });
  mkdirSync(join(overlay, '..', 'base'));
  writeFileSync(join(overlay, '..', 'base', 'all.yaml'), base.map((object) => stringify(object)).join('---\n'));
  writeFileSync(join(overlay, '..', 'base', 'kustomization.yaml'), stringify({ resources: ['all.yaml'] }));
  const bundle = patchBundle([{ namespace: 'shop', name: 'api.v1', plan, change: '', netYearly: null }], manifest);
  const single = patchFiles(plan, 'kustomize', manifest);
  for (const files of [bundle.files, single.map((file) => ({ ...file, path: `shop/${file.fileName}` }))]) {
    for (const { path, text } of files) writeFileSync(join(overlay, '..', path), text);
    const built = execFileSync(kubectl ?? '', ['kustomize', overlay], { encoding: 'utf8', timeout: 120_000 });
    const specs = parseAllDocuments(built).map((document) => {
      const { metadata, spec } = document.toJS();
      return [metadata.name, spec];
    });
    expect(specs).toHaveLength(4);
    expect(specs.filter(([name]) => name === 'api.v1').map(([, spec]) => spec)).toEqual([
      { replicas: 7 },
      { minReplicas: 2, maxReplicas: 9 },
    ]);
    expect(specs.filter(([name]) => name === 'api-v1').map(([, spec]) => spec)).toEqual([
      { replicas: 1 },
      { minReplicas: 1, maxReplicas: 1 },
    ]);
  }
});
