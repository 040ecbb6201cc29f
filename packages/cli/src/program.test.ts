import { NetworkError } from '@trimtab/core';
import { afterAll, expect, test } from 'vitest';
import { commands } from './commands/index.ts';
import { ourSequences } from './output/style.ts';
import { describeFailure } from './report.ts';
import { makeHome } from './testing/home.ts';
import { freedPort, serve, serveDataSet, serveJson } from './testing/loopback.ts';
import { serveShop, shopRows } from './testing/shop.ts';
import { trimtab } from './testing/trimtab.ts';

/** For tests that only read. */
const storefront = await serveDataSet('storefront');
afterAll(() => storefront[Symbol.asyncDispose]());

const names = commands.map(({ facts }) => facts.name);

test.each(names)('%s --help fits one screen and has two examples, exit codes and the environment', async (name) => {
  const { code, stdout, stderr } = await trimtab([name, '--help'], { columns: 80 });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  // 24 lines, of which the last is for the prompt.
  expect(lines.length).toBeLessThanOrEqual(23);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  expect(lines.filter((line) => line.startsWith('  trimtab ')).length).toBeGreaterThanOrEqual(2);
  expect(stdout).toContain('Exit codes: 0 done; ');
  expect(stdout).toMatch(/Environment: \$TRIMTAB_\w+ for --/);
  expect(stdout).toContain('More options: trimtab --help.');
});

test('without arguments it prints the help with every command', async () => {
  const bare = await trimtab('');
  const asked = await trimtab('--help');
  expect(bare).toEqual(asked);
  expect(bare.code).toBe(0);
  for (const name of names) expect(bare.stdout).toMatch(new RegExp(`^ {2}${name} +[a-z]`, 'm'));
  const lines = bare.stdout.trimEnd().split('\n');
  // A screen of 50 lines.
  expect(lines.length).toBeLessThanOrEqual(50);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

test('--version', async () => {
  expect(await trimtab('--version')).toMatchObject({ code: 0, stdout: '0.1.0\n', stderr: '' });
});

test.each([[['patch', '']], [['cleanup', 'shop/cart', '', '--yes']], [['cleanup', '', '--yes']]])(
  '%j, as with a shell variable that is not set, exits 2',
  async (words) => {
    const { code, stdout, stderr } = await trimtab(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('trimtab: A name is empty.\nGive a name, or leave out the quotes.\n');
  },
);

test.each([
  ['targts -A', "Unknown command 'targts' (Did you mean targets?)"],
  ['kpi', "Unknown command 'kpi' (Did you mean one of api, kpis?)"],
  ['kpis --namspace x', "Unknown option '--namspace' (Did you mean --namespace?)"],
  [
    'kpis -o xml',
    'Allowed choices are table, wide, json, yaml, csv, name, junit, sarif, markdown, jsonpath=, custom-columns=.',
  ],
  ['kpis --api', "Option '--api <url>' argument missing."],
  ['kpis extra', 'Too many arguments'],
  ['help nope', "Unknown command 'nope'."],
  ['unenroll shop/cart', "Unknown command 'unenroll'.\ntrimtab cleanup NAME un-enrolls a target."],
  ['un-enroll shop/cart', "Unknown command 'un-enroll'.\ntrimtab cleanup NAME un-enrolls a target."],
  ['-n shop unenrol cart', "Unknown command 'unenrol'.\ntrimtab cleanup NAME un-enrolls a target."],
  ['help unenroll', "Unknown command 'unenroll'.\ntrimtab cleanup NAME un-enrolls a target."],
  ['list', "Unknown command 'list'.\ntrimtab targets lists targets"],
  ['--nope', "Unknown option '--nope'."],
  ['--nope kpis', "Unknown option '--nope'."],
  ['--nope value kpis', "Unknown option '--nope'."],
  ['-z', "Unknown option '-z'."],
  ['-n shop', 'No command was given.'],
  ['-n shop --nope targets', "Unknown option '--nope'."],
  ['kpis --api ftp://x', 'is not an http or https URL'],
  [
    'kpis --api http://me:secret@127.0.0.1:1',
    'The API address contains a user name or password, which Trimtab does not send.',
  ],
])('%s exits 2 with an error and the next step', async (line, sentence) => {
  const { code, stdout, stderr } = await trimtab(line);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(sentence);
  expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  expect(stderr).not.toContain('secret');
});

test.each([
  [
    { TRIMTAB_OUTPUT: 'xml' },
    'TRIMTAB_OUTPUT must be one of table, wide, json, yaml, csv, name, junit, sarif, markdown, jsonpath=, custom-columns=, not "xml".',
  ],
  [{ TRIMTAB_NO_HEADERS: 'maybe' }, 'TRIMTAB_NO_HEADERS must be 1 or 0, not "maybe".'],
])('the error names a wrong variable: %j', async (environment, sentence) => {
  const { code, stderr } = await trimtab('kpis', { environment });
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
});

test('a flag overrides its variable, and the variable overrides the default', async () => {
  await using api = await serveJson({ data: { items: [] } });
  const environment = { TRIMTAB_OUTPUT: 'json', TRIMTAB_NAMESPACE: 'shop' };
  const byVariable = await trimtab('kpis', { api: api.url, environment });
  expect(JSON.parse(byVariable.stdout)).toEqual({ items: [] });
  const byFlag = await trimtab('kpis -n other -o yaml', { api: api.url, environment });
  expect(byFlag.stdout).toBe('items: []\n');
  expect(api.seen).toEqual(['GET /v1/views/namespaces/shop/kpis', 'GET /v1/views/namespaces/other/kpis']);
});

test('variables accept the same values as their options', async () => {
  await using api = await serveShop();
  const run = async (line: string, environment: Record<string, string>) =>
    (await trimtab(line, { api: api.url, environment })).stdout;
  expect(await run('targets -n shop', { TRIMTAB_OUTPUT: 'jsonpath={.total}' })).toBe(String(shopRows.length));
  expect(await run('targets -n shop --columns mode --no-headers', { TRIMTAB_MODE: 'Autonomous' })).toMatch(
    /^(Autonomous\n)+$/,
  );
  const several = { api: api.url, environment: { TRIMTAB_NAMESPACE: 'a,b' } };
  expect(await trimtab('target cart', several)).toMatchObject({
    code: 2,
    stderr: 'trimtab: This command needs one namespace, not a,b.\nUse -n NAMESPACE or NAMESPACE/NAME.\n',
  });
});

test.each([
  [400, 'Check the names and values in the command line.\n'],
  [409, ''],
  [500, "The server's log contains the details under request ID abc.\n"],
])('the next step for an error %i', async (status, next) => {
  await using api = await serve(() =>
    Response.json({ errors: ['No.'] }, { status, headers: { 'x-request-id': 'abc' } }),
  );
  expect((await trimtab('kpis', { api: api.url })).stderr).toBe(`trimtab: The API answered ${status}: No.\n${next}`);
});

test('an address that ends in /v1 is named as the reason of a 404', async () => {
  await using api = await serveJson({ errors: ['There is no call GET /v1/v1/views/kpis.'] }, 404);
  const { stderr } = await trimtab('kpis', { api: `${api.url}/v1` });
  expect(stderr).toContain(`\nThe address of the API has no /v1: use ${api.url}.\n`);
});

test('an unreachable server exits 3 with host, cause and next step', async () => {
  const api = `http://127.0.0.1:${await freedPort()}`;
  const { code, stdout, stderr } = await trimtab('kpis', { api });
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain(`trimtab: No response from ${api}: the connection was refused.\n`);
});

test.each([
  [401, 4, 'requires sign-in.\nSign in with trimtab login. In scripts set TRIMTAB_TOKEN, or TRIMTAB_ISSUER'],
  [403, 4, 'The API answered 403: not yours.'],
  [404, 3, 'The API answered 404: not yours.'],
  [500, 3, 'The API answered 500: not yours.'],
])('a response with %i exits %i', async (status, exit, sentence) => {
  await using api = await serveJson({ errors: ['not yours'] }, status);
  const { code, stdout, stderr } = await trimtab('kpis', { api: api.url });
  expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
  expect(stderr).toContain(sentence);
});

test('a source that failed is named with the reason', async () => {
  const errors = ['cluster source unavailable', 'The Kubernetes API server cannot be reached.'];
  await using api = await serveJson({ errors }, 502);
  const { stderr } = await trimtab('kpis', { api: api.url });
  expect(stderr).toContain(
    'The API answered 502: cluster source unavailable: The Kubernetes API server cannot be reached.\n',
  );
});

test('a response of another server exits 3', async () => {
  await using api = await serve(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }));
  const { code, stderr } = await trimtab('kpis', { api: api.url });
  expect(code).toBe(3);
  expect(stderr).toContain(`trimtab: ${api.url} sent an unexpected response (`);
  expect(stderr).toContain('Check that this is the address of a Trimtab API, or use another API with --api URL');
});

test.each(['kpis -o json', 'kpis -ojson', 'kpis --output=json'])('%s prints errors as JSON on stderr', async (line) => {
  await using api = await serveJson({ errors: ['no\u001b[31m luck'] }, 500);
  const { code, stdout, stderr } = await trimtab(line, { api: api.url });
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).not.toContain('\u001b');
  expect(JSON.parse(stderr)).toMatchObject({ errors: [expect.stringContaining('luck')], status: 500, exitCode: 3 });
});

test('usage errors are printed as JSON too', async () => {
  const { code, stderr } = await trimtab('targets -o json');
  expect(code).toBe(2);
  expect(JSON.parse(stderr)).toMatchObject({ errors: ['No namespace was given.'], exitCode: 2 });
});

test('Ctrl-C during a request exits 130', async () => {
  const interruption = new AbortController();
  await using api = await serve(() => {
    interruption.abort();
    return Response.json({});
  });
  const { code, stdout } = await trimtab('kpis', { api: api.url, signal: interruption.signal });
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
});

const formats = ['table', 'json', 'yaml', 'csv'];

const hostile = await serveDataSet('hostile');
afterAll(() => hostile[Symbol.asyncDispose]());

test.each(formats.flatMap((format) => [undefined, 80].map((columns) => [format, columns] as const)))(
  'the hostile data set is sanitized as %s, %s columns',
  async (format, columns) => {
    for (const line of ['namespaces', 'targets -A', 'kpis']) {
      const run = await trimtab(`${line} -o ${format}`, {
        api: hostile.url,
        ...(columns === undefined ? {} : { columns }),
      });
      // A server may refuse a namespace with an invalid name, so the list may be incomplete.
      expect([0, 5]).toContain(run.code);
      expect(run.stdout).not.toBe('');
      const uncolored = (run.stdout + run.stderr).replaceAll(ourSequences, '');
      expect(uncolored.replaceAll('\r\n', '\n')).not.toMatch(/[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]/u);
    }
  },
);

test.each([
  ['kpis --json', 'Name the fields: --json name,status'],
  ['costs -w', 'trimtab targets -w prints changes, trimtab watch shows a live view.'],
  ['targets -A --sort-by=.cost', 'Use --sort with a field, such as name or cost.'],
  ['targets -A -o go-template={{.items}}', "Use -o jsonpath='{.items[*].name}'."],
  ['api -X POST /v1/ast', 'The method is an argument: trimtab api POST /v1/…'],
  ['completion -s bash', 'The shell is an argument: trimtab completion bash'],
  ['login --with-token', 'Set TRIMTAB_TOKEN to the token. Sign-in is then not necessary.'],
  ['targets -A --server=http://x', 'To select the API use --api URL.'],
  ['get pods', 'trimtab targets lists targets, trimtab target NAME shows one; trimtab --help lists all commands.'],
  ['top', 'trimtab watch shows a live view.'],
  ['targets storefront', 'trimtab target NAME shows one target; a namespace is given with -n.'],
  ['target storefront cart', 'Add -n NAMESPACE. trimtab namespaces lists the namespaces.'],
  ['kpis storefront', 'A namespace is given with -n.'],
  ['candidates -A', 'Name the namespaces: -n NAMESPACE,NAMESPACE. trimtab namespaces lists them.'],
  ['auth refresh', 'To sign in or out, use trimtab login and trimtab logout.'],
  ['config use-context prod', 'To change contexts, use trimtab context.'],
])('%s: the error has a hint for users of gh and kubectl', async (line, hint) => {
  const { code, stdout, stderr } = await trimtab(line);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(hint);
});

test.each([
  ['-n storefront targets -o name', 'targets -n storefront -o name'],
  ['--namespace=storefront -o name targets', 'targets -n storefront -o name'],
  ['-o name -A targets', 'targets -A -o name'],
  ['-nstorefront get target cart -o name', 'target cart -n storefront -o name'],
  ['get targets -A -o name', 'targets -A -o name'],
  ['describe target storefront/cart', 'target storefront/cart'],
  ['get ns', 'namespaces'],
  ['get -n storefront targets -o name', 'targets -n storefront -o name'],
  ['-o name get -A targets', 'targets -A -o name'],
  ['help enroll', 'help enroll'],
  ['help', '--help'],
  ['enroll -n storefront --all --dry-run', 'enroll -n storefront --all --dry-run'],
  ['auth login', 'login'],
  ['auth logout', 'logout'],
])('%s means %s', async (habit, line) => {
  using home = makeHome();
  const setting = { api: storefront.url, environment: home.environment };
  let usual = await trimtab(line, setting);
  while (usual.stderr.includes('still being computed')) usual = await trimtab(line, setting);
  expect(await trimtab(habit, setting)).toEqual(usual);
});

test('a target may have the name of a kubectl command', async () => {
  await using api = await serveJson({ data: { items: [] } });
  await trimtab('kpis -n get', { api: api.url });
  expect(api.seen).toEqual(['GET /v1/views/namespaces/get/kpis']);
});

test('-n=shop means -n shop, and modes may be capitalized', async () => {
  const usual = await trimtab('targets -n storefront --mode autonomous -o name', { api: storefront.url });
  expect(usual.code).toBe(0);
  expect(await trimtab('targets -n=storefront --mode Autonomous -o=name', { api: storefront.url })).toEqual(usual);
});

test('for a 404 with a message the next step is to check the names', async () => {
  await using api = await serveJson({ errors: ['There is no target "x".'] }, 404);
  expect((await trimtab('kpis', { api: api.url })).stderr).toContain('Check the names in the command line.');
  await using other = await serveJson({}, 404);
  expect((await trimtab('kpis', { api: other.url })).stderr).toContain(
    'Check that this is the address of a Trimtab API, or use another API with --api URL or TRIMTAB_API.',
  );
});

test('errors are JSON if the context sets JSON output', async () => {
  using home = makeHome();
  await using api = await serveJson({ errors: ['no luck'] }, 500);
  const setting = { api: api.url, environment: home.environment };
  await trimtab('context add prod', setting);
  await trimtab('config set output json', setting);
  const { stderr } = await trimtab('kpis', setting);
  expect(JSON.parse(stderr)).toMatchObject({ status: 500, exitCode: 3 });
});

test('--columns with a format without columns prints a note on stderr', async () => {
  await using api = await serveJson({ data: { items: [] } });
  const { code, stdout, stderr } = await trimtab('kpis -o json --columns id', { api: api.url });
  expect({ code, stdout: JSON.parse(stdout) }).toEqual({ code: 0, stdout: { items: [] } });
  expect(stderr).toContain('--columns has no effect with -o json, only with tables and CSV.');
});

test.each([
  [{}, false],
  [{ CLICOLOR_FORCE: '1' }, true],
])('a pipe has color only if forced: %j', async (environment, isColored) => {
  const { stdout } = await trimtab('targets -n storefront', { api: storefront.url, environment });
  expect(stdout.includes('\u001b[32mHealthy\u001b[39m')).toBe(isColored);
});

test.each([
  [429, {}, 'There were too many requests. Try again later.'],
  [502, { errors: ['no'] }, "Try again. If it still fails, the server's log contains the details."],
  [502, {}, 'Try again if the server may be starting. Check that this is the address of a Trimtab API, or use'],
])('a response with %i has a next step', async (status, body, next) => {
  await using api = await serveJson(body, status);
  expect((await trimtab('kpis', { api: api.url })).stderr).toContain(next);
});

test('only for this machine the next step names a forwarded port', () => {
  const refused = new NetworkError('trimtab.example.com', 'ECONNREFUSED');
  expect(describeFailure(refused, 'http://127.0.0.1:4400').next).toContain('has kubectl port-forward ended?');
  expect(describeFailure(refused, 'https://trimtab.example.com').next).not.toContain('port-forward');
});

test('what a server says of all its answers is printed after any output, and the output stays whole', async () => {
  const note = 'Kubernetes cannot be read, so workloads and pods come from Prometheus.';
  await using api = await serve((request) =>
    request.url.includes('/kpis')
      ? Response.json({ data: { items: [] } }, { headers: { 'trimtab-notice': note } })
      : Response.json({ errors: ['no such target'] }, { status: 404, headers: { 'trimtab-notice': note } }),
  );
  const listed = await trimtab(`kpis -o json --api ${api.url}`);
  expect(listed).toMatchObject({ code: 0, stdout: '{\n  "items": []\n}\n', stderr: `${note}\n` });
  const failed = await trimtab(`target shop/cart --api ${api.url}`);
  expect(failed.code).not.toBe(0);
  expect(failed.stderr).toContain(note);
});
