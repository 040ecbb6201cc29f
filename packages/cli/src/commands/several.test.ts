import { afterAll, expect, test } from 'vitest';
import { serve, serveDataSet } from '../testing/loopback.ts';
import { trimtab } from '../testing/trimtab.ts';

/** For tests that only read. */
const storefront = await serveDataSet('storefront');
afterAll(() => storefront[Symbol.asyncDispose]());

const two = 'storefront/cart checkout/checkout-api';

test.each(['explain', 'suggest', 'simulate --cpu 70', 'what-if', 'target'])(
  '%s accepts several targets: rows with their names, and items of JSON',
  async (command) => {
    const table = await trimtab(`${command} ${two}`, { api: storefront.url });
    expect(table.code).toBe(0);
    const [header, ...rows] = table.stdout.trimEnd().split('\n');
    expect(header).toMatch(/^TARGET\t/);
    expect(new Set(rows.map((row) => row.split('\t')[0]))).toEqual(new Set(two.split(' ')));
    const { items } = JSON.parse((await trimtab(`${command} ${two} -o json`, { api: storefront.url })).stdout);
    expect(items.map(({ namespace, name }: Record<string, string>) => `${namespace}/${name}`)).toEqual(two.split(' '));
    const screen = await trimtab(`${command} ${two}`, {
      api: storefront.url,
      columns: 100,
      environment: { NO_COLOR: '1' },
    });
    for (const title of two.split(' ')) expect(screen.stdout).toContain(title);
  },
);

test('one of several targets that fails is named, the others are printed, and the exit code is 5', async () => {
  const { code, stdout, stderr } = await trimtab('explain -n storefront nosuch cart', { api: storefront.url });
  expect({ code, stderr }).toEqual({
    code: 5,
    stderr:
      'trimtab: There is no target nosuch in storefront.\n' +
      'trimtab targets -n storefront lists the targets, trimtab candidates -n storefront the workloads that can be enrolled.\n',
  });
  expect(stdout).toContain('storefront/cart\tVerdict\t');
  const none = await trimtab('explain -n storefront nosuch neither', { api: storefront.url });
  expect(none).toMatchObject({ code: 2, stdout: '' });
  expect(none.stderr).toContain('There is no target nosuch in storefront. There is no target neither in storefront.');
});

test('a target has one namespace: from -n, or in its own name', async () => {
  expect(await trimtab('explain -n storefront cart storefront/frontend')).toMatchObject({
    code: 2,
    stderr:
      'trimtab: -n and storefront/frontend both name a namespace.\nRemove -n, or give only the name of the target.\n',
  });
});

test('cleanup asks once for several targets, and says which failed', async () => {
  await using api = await serveDataSet('storefront');
  const line = 'cleanup -n storefront cart nosuch gift-finder';
  const { code, stderr, questions } = await trimtab(line, { api: api.url, typed: ['y'] });
  expect(questions).toEqual([
    'Un-enroll storefront/cart, storefront/nosuch, storefront/gift-finder and remove everything that Trimtab created for them? [y/N] ',
  ]);
  expect(code).toBe(5);
  expect(stderr).toContain('storefront/cart is un-enrolled.\nstorefront/gift-finder is un-enrolled.\n');
  expect(stderr).toContain('There is no target nosuch in storefront.');
  const { stdout } = await trimtab('targets -n storefront -o name', { api: api.url });
  expect(stdout).not.toMatch(/^(cart|gift-finder)$/m);
});

test('a rate limit delays the writes of several targets, and one target does not wait for it', async () => {
  const refused = new Set<string>();
  await using api = await serve(({ url }) => {
    if (refused.has(url)) return new Response(null, { status: 204 });
    refused.add(url);
    return Response.json({ errors: ['too many requests'] }, { status: 429, headers: { 'retry-after': '3' } });
  });
  const waits: number[] = [];
  const clock = { elapsedMs: () => 0, sleep: async (waitMs: number) => void waits.push(waitMs) };
  const line = 'cleanup -n storefront cart gift-finder --yes';
  const { code, stderr } = await trimtab(line, { api: api.url, clock });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'storefront/cart is un-enrolled.\nstorefront/gift-finder is un-enrolled.\n',
  });
  expect(waits).toEqual([3_000, 3_000]);
  refused.clear();
  expect(await trimtab('cleanup -n storefront cart --yes', { api: api.url, clock })).toMatchObject({ code: 3 });
});

test('on a terminal a line shows the wait of refused writes, until none waits', async () => {
  const refused = new Set<string>();
  await using api = await serve(({ url }) => {
    if (refused.has(url)) return new Response(null, { status: 204 });
    refused.add(url);
    return Response.json({ errors: ['too many requests'] }, { status: 429, headers: { 'retry-after': '3' } });
  });
  const line = 'cleanup -n storefront cart gift-finder --yes';
  const { stderr } = await trimtab(line, { api: api.url, columns: 80, waitingAfterMs: 60_000 });
  const waiting = '\r\u001b[2KWaiting 3 s: the server limits requests';
  expect(stderr.startsWith(waiting)).toBe(true);
  expect(stderr.lastIndexOf('\r\u001b[2K')).toBeGreaterThan(stderr.lastIndexOf(waiting));
  expect(await trimtab(line, { api: api.url, waitingAfterMs: 60_000 })).toMatchObject({
    stderr: 'storefront/cart is un-enrolled.\nstorefront/gift-finder is un-enrolled.\n',
  });
});

test('on a terminal a line counts the namespaces that are enrolled, also while it waits for a rate limit', async () => {
  let writes = 0;
  await using api = await serve(({ url }) => {
    const name = new URL(url).pathname.split('/').at(-1);
    writes += 1;
    if (writes === 12)
      return Response.json({ errors: ['too many requests'] }, { status: 429, headers: { 'retry-after': '7' } });
    return Response.json({ name, items: [{ target_ref: { name: 'web', kind: 'Deployment' }, json: {} }] });
  });
  const namespaces = Array.from({ length: 12 }, (_, index) => `n${index}`).join(',');
  const line = `enroll -n ${namespaces} --all --yes`;
  const run = await trimtab(line, { api: api.url, columns: 80, waitingAfterMs: 60_000 });
  expect(run.code).toBe(0);
  const lines = run.stderr.split('\r\u001b[2K');
  expect(lines[1]).toBe('Enrolled in 0 of 12 namespaces …');
  expect(lines).toContainEqual(
    expect.stringMatching(/^Enrolled in \d+ of 12 namespaces … Waiting 7 s: the server limits requests$/),
  );
  expect(lines.slice(-2)).toEqual(['Enrolled in 12 of 12 namespaces …', '']);
  expect((await trimtab(line, { api: api.url, waitingAfterMs: 60_000 })).stderr).toBe('');
});

test('several targets that are refused for five minutes fail', async () => {
  await using api = await serve(() =>
    Response.json({ errors: ['too many requests'] }, { status: 429, headers: { 'retry-after': '60' } }),
  );
  let elapsed = 0;
  const sleep = async (waitMs: number) => {
    elapsed += waitMs;
  };
  const clock = { elapsedMs: () => elapsed, sleep };
  const { code } = await trimtab('cleanup -n storefront cart gift-finder --yes', { api: api.url, clock });
  expect(code).toBe(3);
  expect(elapsed).toBeLessThanOrEqual(10 * 60_000);
});

test.each([
  ['candidates -n storefront,checkout', 'NAMESPACE\tNAME\tKIND'],
  ['check -n storefront,checkout --fail-on medium', 'SEVERITY\tRULE\tTARGET'],
])('%s covers both namespaces', async (line, header) => {
  const { stdout } = await trimtab(line, { api: storefront.url });
  const [first, ...rows] = stdout.split('\n');
  expect(first).toContain(header);
  for (const namespace of ['storefront', 'checkout']) expect(rows.some((row) => row.includes(namespace))).toBe(true);
});

test('patch prints a document for each target, and items of JSON', async () => {
  const { code, stdout, stderr } = await trimtab(`patch ${two} storefront/nosuch`, { api: storefront.url });
  expect({ code, stderr }).toEqual({
    code: 5,
    stderr: expect.stringContaining('There is no target nosuch in storefront.'),
  });
  expect(stderr).toContain('checkout/checkout-api: ');
  const one = async (target: string) => (await trimtab(`patch ${target}`, { api: storefront.url })).stdout;
  const [cart, checkout] = await Promise.all(two.split(' ').map(one));
  expect(stdout).toBe(
    `# storefront/cart: storefront-cart-patch.yaml\n${cart}---\n# checkout/checkout-api: checkout-checkout-api-patch.yaml\n${checkout}`,
  );
  const { items } = JSON.parse((await trimtab(`patch ${two} -o json`, { api: storefront.url })).stdout);
  const json = await trimtab('patch storefront/cart -o json', { api: storefront.url });
  expect(items[0]).toEqual({ namespace: 'storefront', name: 'cart', patch: JSON.parse(json.stdout) });
  expect(items[1]).toMatchObject({ namespace: 'checkout', name: 'checkout-api' });
  const undo = await trimtab(`patch ${two} --undo 1`, { api: storefront.url });
  expect(undo).toMatchObject({ code: 2, stderr: expect.stringContaining('--undo needs one target.') });
});

test('limits shows and sets the policy of several targets', async () => {
  await using api = await serveDataSet('storefront');
  const shown = async (columns?: number) =>
    (await trimtab(`limits ${two}`, { api: api.url, ...(columns === undefined ? {} : { columns }) })).stdout;
  expect(await shown()).toBe('TARGET\tPOLICY\nstorefront/cart\tserver\ncheckout/checkout-api\tserver\n');
  const set = await trimtab(`limits ${two} storefront/nosuch ratio`, { api: api.url, typed: ['y'] });
  expect(set.questions).toEqual([
    'Limits of storefront/cart, checkout/checkout-api, storefront/nosuch will follow the policy ratio. Set it? [y/N] ',
  ]);
  expect(set.code).toBe(5);
  expect(set.stderr).toContain('Limits of storefront/cart, checkout/checkout-api follow the policy ratio.\n');
  expect(set.stderr).toContain('There is no target nosuch in storefront.');
  expect(await shown(100)).toMatch(/storefront\/cart +ratio/);
});

test('preflight checks several workloads, and names those that cannot be enrolled', async () => {
  const line = 'preflight -n storefront deploy/cart deploy/nosuch deploy/frontend';
  const { code, stdout, stderr } = await trimtab(line, { api: storefront.url });
  expect({ code, stderr }).toEqual({
    code: 5,
    stderr: 'trimtab: cart, frontend, nosuch are not ready for enrollment in storefront.\n',
  });
  expect(stdout).toMatch(/^TARGET\tRESULT\nstorefront\/cart\t/);
  const { items } = JSON.parse((await trimtab(`${line} -o json`, { api: storefront.url })).stdout);
  expect(items.map(({ name, eligible }: { name: string; eligible: boolean }) => [name, eligible])).toEqual([
    ['cart', false],
    ['nosuch', false],
    ['frontend', false],
  ]);
});

test('enroll covers several namespaces with one question', async () => {
  await using api = await serveDataSet('storefront');
  const preview = await trimtab('candidates -n storefront,checkout --no-headers --columns namespace,name', {
    api: api.url,
  });
  const titles = preview.stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.replace('\t', '/'));
  expect(new Set(titles.map((title) => title.split('/')[0]))).toEqual(new Set(['storefront', 'checkout']));
  const dry = await trimtab('enroll -n storefront,checkout --all --dry-run -o json', { api: api.url });
  const candidates = await trimtab('candidates -n storefront,checkout -o json', { api: api.url });
  expect(JSON.parse(dry.stdout)).toEqual(JSON.parse(candidates.stdout));
  const [item] = JSON.parse(dry.stdout).items;
  expect(item).toMatchObject({ namespace: 'storefront', target_ref: { kind: 'Deployment' }, json: {} });
  const run = await trimtab('enroll -n storefront,checkout --all', { api: api.url, typed: ['y'] });
  expect(run.questions).toEqual([`Enroll ${titles.length} workloads of storefront, checkout? [y/N] `]);
  for (const title of titles) expect(run.stderr).toContain(`  ${title}  `);
  const [header, ...rows] = run.stdout.trimEnd().split('\n');
  expect(header).toMatch(/^NAMESPACE\tNAME\tKIND\tRESULT/);
  expect(rows.map((row) => row.split('\t').slice(0, 2).join('/')).toSorted()).toEqual(titles.toSorted());
  const repeated = await trimtab('enroll -n storefront,nosuch --all --yes', { api: api.url });
  expect(repeated.code).toBe(5);
  expect(repeated.stderr).toContain('nosuch');
  expect(repeated.stdout).toMatch(/^storefront\t/m);
  const named = await trimtab('enroll -n storefront,checkout cart --yes', { api: api.url });
  expect(named).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Names without a namespace need exactly one -n.'),
  });
});

test('enroll takes workloads of several namespaces as NAMESPACE/NAME', async () => {
  const seen: unknown[] = [];
  await using api = await serve(async (request) => {
    const { workloads } = await request.json();
    const name = new URL(request.url).pathname.split('/').at(-1);
    seen.push([name, workloads]);
    const items = workloads.map((one: string) => ({ target_ref: { name: one, kind: 'Deployment' }, json: {} }));
    return Response.json({ name, items });
  });
  const json = await trimtab('enroll shop/web pay/api --yes -o json', { api: api.url });
  expect(JSON.parse(json.stdout)).toEqual({
    items: [
      { namespace: 'shop', target_ref: { name: 'web', kind: 'Deployment' }, json: {} },
      { namespace: 'pay', target_ref: { name: 'api', kind: 'Deployment' }, json: {} },
    ],
  });
  seen.length = 0;
  const { code, stdout } = await trimtab('enroll shop/web pay/api shop/cart --yes', { api: api.url });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout:
      'NAMESPACE\tNAME\tKIND\tRESULT\tREASON\nshop\tweb\tDeployment\tenrolled\t—\nshop\tcart\tDeployment\tenrolled\t—\npay\tapi\tDeployment\tenrolled\t—\n',
  });
  expect(seen).toEqual([
    ['shop', ['web', 'cart']],
    ['pay', ['api']],
  ]);
});

/** An API that refuses writes in the namespace `pay`, and the workload it's. */
const servePartly = () =>
  serve(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method !== 'GET' && pathname.includes('/pay'))
      return Response.json({ errors: ['busy'] }, { status: 503 });
    const isDry = searchParams.get('dryrun') !== 'false';
    const items = ['web', "it's"].map((name) => ({
      target_ref: { name, kind: 'Deployment' },
      json: {},
      ...(isDry ? {} : name === 'web' ? { result: 'created' } : { result: 'failed', error: 'refused' }),
    }));
    return Response.json({ name: pathname.split('/').at(-1), items });
  });

test.each([
  ['enroll -n shop,pay --all --yes', "enroll 'shop/it'\\''s' --yes; trimtab enroll -n pay --all --yes"],
  ['enroll -n shop,pay --all', "enroll 'shop/it'\\''s'; trimtab enroll -n pay --all"],
  ["enroll shop/it's pay/api pay/web --yes", "enroll 'shop/it'\\''s' pay/api pay/web --yes"],
])('%s prints the commands that repeat only what failed', async (line, repeated) => {
  await using api = await servePartly();
  const { code, stderr } = await trimtab(line, { api: api.url, typed: ['y'] });
  expect(code).toBe(5);
  expect(stderr).toContain(
    "trimtab: 1 of 2 workloads could not be enrolled: shop/it's: refused. The API answered 503: busy.\n",
  );
  expect(stderr).toMatch(/\nThe other workloads are enrolled\. Try again\. /);
  expect(stderr.trimEnd().endsWith(`To repeat what failed: trimtab ${repeated}`)).toBe(true);
});

test.each([
  ['cleanup storefront/cart checkout/checkout-api', 'cleanup checkout/checkout-api'],
  ['limits storefront/cart checkout/checkout-api ratio', 'limits checkout/checkout-api ratio'],
])('%s prints the command that repeats only what failed', async (line, repeated) => {
  await using real = await serveDataSet('storefront');
  await using api = await serve(async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.includes('/checkout/')) return Response.json({ errors: ['busy'] }, { status: 500 });
    const { method, headers } = request;
    const body = method === 'GET' ? null : await request.text();
    const answer = await fetch(`${real.url}${pathname}${search}`, { method, headers, body: body === '' ? null : body });
    return new Response(answer.status === 204 ? null : await answer.text(), answer);
  });
  const { code, stderr } = await trimtab(`${line} --yes`, { api: api.url });
  expect({ code, stderr }).toEqual({
    code: 5,
    stderr: expect.stringContaining(`To repeat what failed: trimtab ${repeated} --yes\n`),
  });
});

test.each([
  ['logs storefront/cart -o yaml', 'trimtab logs cannot print yaml.'],
  ['patch storefront/cart -o csv', 'trimtab patch cannot print csv.'],
  ['patch storefront/cart --format kustomize -o json', 'trimtab patch --format kustomize cannot print json.'],
  ['targets -A -o markdown', 'Only trimtab check and trimtab propose support -o markdown.'],
])('%s is refused', async (line, sentence) => {
  await using api = await serveDataSet('storefront');
  const { code, stdout, stderr } = await trimtab(line, { api: api.url });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(sentence);
});

test.each(['patch', 'cleanup --yes'])(
  '%s of several targets gives the next step for an unknown one',
  async (command) => {
    await using api = await serveDataSet('storefront');
    const { code, stderr } = await trimtab(`${command} storefront/cart storefront/nosuch`, { api: api.url });
    expect(code).toBe(5);
    expect(stderr).toContain('trimtab targets -n storefront lists the targets');
  },
);
