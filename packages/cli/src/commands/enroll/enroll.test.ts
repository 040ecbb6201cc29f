import { expect, test } from 'vitest';
import { type Handler, serve, serveDataSet } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

const candidate = (name: string, more: object = {}) => ({
  target_ref: { name, kind: 'Deployment' },
  json: { metadata: { name } },
  ...more,
});

/** An API with two candidates in `shop`; `write` answers the enrollment. */
function serveShop(write: Handler) {
  return serve((request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/v1/ast/shop') return Response.json({ items: [{ namespace: 'shop', name: 'old', spec: {} }] });
    if (searchParams.get('dryrun') === 'false') return write(request);
    return Response.json({ name: 'shop', items: [candidate('cart'), candidate('web')] });
  });
}

const enrolled: Handler = async (request) => {
  const { workloads = ['cart', 'web'] }: { workloads?: string[] } = await request.json();
  return Response.json({ name: 'shop', items: workloads.map((name) => candidate(name, { result: 'created' })) });
};
const writes = (seen: readonly string[]) => seen.filter((line) => line.includes('dryrun=false'));

test('on a terminal it shows the workloads, asks and enrolls', async () => {
  await using api = await serveShop(enrolled);
  const run = await trimtab('enroll -n shop --all', {
    api: api.url,
    columns: 80,
    typed: ['y'],
    environment: { NO_COLOR: '1' },
  });
  expect(run.questions).toEqual(['Enroll 2 workloads of shop? [y/N] ']);
  expect(run.stderr).toBe(`  cart  Deployment\n  web  Deployment\nAPI: ${api.url} (the variable TRIMTAB_API)\n`);
  expect(run.stdout).toBe('NAME  KIND        RESULT\ncart  Deployment  enrolled\nweb   Deployment  enrolled\n');
  expect(run.code).toBe(0);
  expect(writes(api.seen)).toHaveLength(1);
});

test.each([['n'], [''], []])('any answer but yes (%s) enrolls nothing', async (...typed) => {
  await using api = await serveShop(enrolled);
  const run = await trimtab('enroll -n shop web', { api: api.url, columns: 80, typed });
  expect(run).toMatchObject({ code: 0, stdout: '' });
  expect(run.stderr).toContain('Nothing was enrolled.');
  expect(writes(api.seen)).toEqual([]);
});

test('without a terminal and --yes it fails before sending anything', async () => {
  await using api = await serveShop(enrolled);
  const run = await trimtab('enroll -n shop --all', { api: api.url });
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toBe(
    'trimtab: Nothing was enrolled. There is no terminal to ask on.\nAdd --yes to enroll without a question, or --dry-run for a preview.\n',
  );
  expect(api.seen).toEqual([]);
});

test('no variable confirms', async () => {
  await using api = await serveShop(enrolled);
  const run = await trimtab('enroll -n shop --all', { api: api.url, environment: { TRIMTAB_YES: '1' } });
  expect(run.code).toBe(2);
  expect(api.seen).toEqual([]);
});

test('--dry-run enrolls nothing, even with --yes', async () => {
  await using api = await serveShop(enrolled);
  const run = await trimtab('enroll -n shop --all --dry-run --yes -o json', { api: api.url });
  expect(run.code).toBe(0);
  expect(JSON.parse(run.stdout)).toEqual({ name: 'shop', items: [candidate('cart'), candidate('web')] });
  expect(writes(api.seen)).toEqual([]);
});

test('if some fail, every outcome is printed and the exit code is 5', async () => {
  await using api = await serveShop(() =>
    Response.json({
      name: 'shop',
      items: [
        candidate('cart', { result: 'exists' }),
        candidate('web', { result: 'failed', error: 'the controller refused it' }),
      ],
    }),
  );
  const run = await trimtab('enroll -n shop cart web typo --yes', { api: api.url });
  expect(run.code).toBe(5);
  expect(run.stdout).toBe(
    'NAME\tKIND\tRESULT\tREASON\n' +
      'cart\tDeployment\talready enrolled\t—\n' +
      'web\tDeployment\tfailed\tthe controller refused it\n' +
      'typo\t—\tfailed\tthere is no such workload, or it cannot be enrolled\n',
  );
  expect(run.stderr).toContain(
    '2 of 3 workloads could not be enrolled.\nweb: the controller refused it.\ntypo: there is no such workload, or it ' +
      'cannot be enrolled.\nThe other workloads are enrolled. To repeat what failed: trimtab enroll shop/web --yes\n',
  );
});

test('if all fail, the error does not mention other workloads and has one period', async () => {
  await using api = await serveShop(() => Response.json({ name: 'shop', items: [] }));
  const { code, stderr } = await trimtab('enroll -n shop typo --yes', { api: api.url });
  expect({ code, stderr }).toEqual({
    code: 5,
    stderr:
      'trimtab: 1 workload could not be enrolled: typo: there is no such workload, or it cannot be enrolled.\n' +
      'To list the workloads that can be enrolled: trimtab candidates -n shop\n',
  });
  await using asking = await serveShop(() =>
    Response.json({ name: 'shop', items: [candidate('web', { result: 'failed', error: 'Has it been renamed?' })] }),
  );
  const asked = await trimtab('enroll -n shop web --yes', { api: asking.url });
  expect(asked.stderr).toContain('web: Has it been renamed?\n');
});

test('with the real server: an unknown workload is not repeated', async () => {
  await using api = await serveDataSet('storefront');
  const { code, stdout, stderr } = await trimtab('enroll -n storefront nosuch --yes', { api: api.url });
  expect(code).toBe(5);
  expect(stdout).toContain('nosuch\t—\tfailed\t');
  expect(stderr.split('\n')[1]).toBe('To list the workloads that can be enrolled: trimtab candidates -n storefront');
});

test('a workload that is already enrolled is not an error', async () => {
  await using api = await serveShop(enrolled);
  const run = await trimtab('enroll -n shop old', { api: api.url, typed: [] });
  expect(run).toMatchObject({ code: 0, questions: [] });
  expect(run.stdout).toBe('NAME\tKIND\tRESULT\nold\t—\talready enrolled\n');
});

test('a write without a response has an unknown outcome and can be repeated', async () => {
  await using api = await serveShop(() => {
    throw new Error('the connection is closed');
  });
  const run = await trimtab('enroll -n shop web --yes', { api: api.url });
  expect(run.code).toBe(3);
  expect(run.stderr).toBe(
    'trimtab: The server did not answer while enrolling in shop, so it is unknown whether this was done.\n' +
      'To see what was enrolled: trimtab targets -n shop. The command can be repeated safely.\n',
  );
  expect(writes(api.seen)).toHaveLength(1);
});

test('Ctrl-C during the write exits 130 with an unknown outcome', async () => {
  const interruption = new AbortController();
  await using api = await serveShop(async () => {
    interruption.abort();
    return Response.json({ items: [] });
  });
  const run = await trimtab('enroll -n shop web --yes', { api: api.url, signal: interruption.signal });
  expect(run.code).toBe(130);
  expect(run.stderr).toContain('Interrupted while enrolling in shop, so it is unknown whether this was done.');
});

test('each of several reasons has its own line, and is an error of its own in JSON', async () => {
  const reason = 'Deployment "gone" not found. Has it been renamed or deleted?';
  await using api = await serve(() =>
    Response.json({
      name: 'shop',
      items: [
        { target_ref: { name: 'gone', kind: 'Deployment' }, json: {}, result: 'failed', error: reason },
        { target_ref: { name: 'web', kind: 'Deployment' }, json: {}, result: 'failed', error: 'refused' },
        { target_ref: { name: 'api', kind: 'Deployment' }, json: {}, result: 'created' },
      ],
    }),
  );
  const { stderr } = await trimtab('enroll -n shop --all --yes', { api: api.url });
  expect(stderr.split('\n').slice(0, 4)).toEqual([
    'trimtab: 2 of 3 workloads could not be enrolled.',
    `gone: ${reason}`,
    'web: refused.',
    'The other workloads are enrolled. To repeat what failed: trimtab enroll shop/gone shop/web --yes',
  ]);
  const json = await trimtab('enroll -n shop --all --yes -o json', { api: api.url });
  expect(JSON.parse(json.stderr).errors).toEqual(stderr.replace('trimtab: ', '').split('\n').slice(0, 3));
});

test('a dry run of unknown workloads says where to find others', async () => {
  await using api = await serveDataSet('storefront');
  expect(await trimtab('enroll -n storefront nosuch --dry-run', { api: api.url })).toMatchObject({
    code: 5,
    stderr:
      'Nothing would be enrolled.\ntrimtab: These workloads do not exist or cannot be enrolled: nosuch.\n' +
      'To list the workloads that can be enrolled: trimtab candidates -n storefront\n',
  });
});

test.each([
  ['enroll -n shop', 'No workloads were given.'],
  ['enroll web', 'No namespace was given.'],
  ['enroll -n shop web --all', 'Names and --all cannot be combined.'],
])('%s is a usage error', async (line, sentence) => {
  await using api = await serveShop(enrolled);
  const run = await trimtab(line, { api: api.url, typed: ['y'] });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(sentence);
  expect(api.seen).toEqual([]);
});

test('with the real server: enrolled once, safe to repeat, then listed', async () => {
  await using api = await serveDataSet('storefront');
  const preview = await trimtab('candidates -n storefront --no-headers', { api: api.url });
  const name = preview.stdout.split('\t')[0] ?? '';
  const first = await trimtab(['enroll', '-n', 'storefront', name, '--yes'], { api: api.url });
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining(`${name}\tDeployment\tenrolled`) });
  const again = await trimtab(['enroll', '-n', 'storefront', name, '--yes'], { api: api.url });
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('already enrolled') });
  const targets = await trimtab('targets -n storefront', { api: api.url });
  expect(targets.stdout).toContain(`${name}\tRecommendation\t`);
});
