import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { foreignTarget } from '@trimtab/testing/foreign';
import { expect, test } from 'vitest';
import { clients, startIdentityProvider } from '../../../e2e/support/oidc/index.ts';
import { commands } from './commands/index.ts';
import { makeCheckout } from './testing/checkout.ts';
import { extensions, serveForeign } from './testing/foreign.ts';
import { makeHome } from './testing/home.ts';
import { serve } from './testing/loopback.ts';
import { trimtab } from './testing/trimtab.ts';

/** Command lines with their exit code and a part of their output. */
const lines: readonly [line: string, code: number, part: string][] = [
  ['namespaces', 0, 'billing'],
  ['kpis', 0, 'Targets\t3'],
  ['kpis -n shop', 0, 'Targets\t2'],
  ['kpis -n nosuch', 2, 'There is no namespace nosuch.'],
  [
    'targets -n shop --columns name,mode,status,cpu_utilization,memory_utilization,scaling,recommendation,hourly_waste_savings',
    0,
    'web\tRecommendation\tOverprovisioned\t12.8%\t40.0%\tMulti dimensional\t-40%\t$4,380.00',
  ],
  ['targets -n shop', 0, 'web\tRecommendation'],
  ['targets -n shop --mode autonomous', 0, 'cart\tAutonomous'],
  ['targets -n nosuch', 2, 'There is no namespace nosuch.'],
  ['targets -n empty', 0, 'No targets in empty.'],
  ['targets -A --sort cost', 0, 'shop\tcart\tAutonomous'],
  ['targets -A --savings', 3, 'This server cannot filter targets, and sorts only by name, mode and cost.'],
  ['targets -n shop,billing', 0, 'billing\tinvoices'],
  ['targets -A -o json', 0, '"total": 3'],
  ['target -n shop web', 0, 'Workload\tStatefulSet web-workload\nStatus\tOverprovisioned'],
  ['target -n shop web', 0, 'Verdict\tLower CPU'],
  ['target -n shop web -o json', 0, '"tradeOff": null'],
  ['explain -n shop web', 0, 'Verdict\tLower CPU'],
  ['target -n shop nosuch', 2, 'There is no target nosuch in shop.'],
  ['costs', 0, '$0.50'],
  ['costs --range projected', 0, 'shop\tcart\tAutonomous\t$2,190.00'],
  ['costs --nodes', 3, 'This API cannot list the nodes of the cluster.'],
  ['costs -n shop', 0, 'shop\tweb\tRecommendation\t$4,380.00'],
  ['simulate -n shop web --cpu 80 --memory 60', 0, '$378.00 saved'],
  ['what-if -n shop web --window busiest-day --scale 2', 3, 'This server does not have what-if.'],
  ['changes -n shop', 3, 'This server does not record changes.'],
  ['changes shop/web --kind resources --since 12h', 3, 'This server does not record changes.'],
  ['logs shop/web', 3, 'This server has no logs of pods.'],
  ['open shop/cart', 0, '/ast/shop/cart'],
  ['candidates -n shop', 0, 'mailer\tDeployment'],
  ['preflight -n shop deploy/cart', 5, 'An HPA scales it.'],
  ['enroll -n shop --all --dry-run', 0, 'api\tDeployment'],
  ['enroll -n shop --all --yes --wait', 0, 'mailer\tDeployment\tenrolled'],
  ['enroll -n shop api web --yes', 5, 'web: there is no such workload, or it cannot be enrolled.'],
  ['suggest -n shop web', 0, 'app\tCPU\t300m'],
  ['patch -n shop web', 0, 'cpu: 300m'],
  ['patch -n shop web --hpa', 5, 'The suggestion for shop/web does not change an autoscaler.'],
  ['patch -n shop web --undo 17', 3, 'This server does not record changes.'],
  ['limits -n shop web', 3, 'This server has no policies for limits.'],
  ['limits -n shop web keep --yes', 3, 'This server has no policies for limits.'],
  ['export -n shop -o FILE', 0, ''],
  ['export -l team=a -o FILE', 3, 'This server cannot filter targets, and sorts only by name, mode and cost.'],
  ['cleanup -n shop cart --yes', 0, 'shop/cart is un-enrolled.'],
  ['settings', 0, 'CPU cores\t4'],
  ['settings set --cores 8 --yes', 0, 'CPU cores'],
  ['check -n shop --max-waste-yearly 5000 --fail-on high', 0, '$4,380 of waste per year.'],
  ['check --max-waste-yearly 4000', 1, 'above the threshold'],
  ['api GET /v1/views/namespaces/shop/asts?managed=true', 0, '"cart"'],
  ['diagnostics -o FILE', 0, 'Wrote '],
  ['diagnostics --target shop/cart --pod-logs -o FILE', 0, 'Wrote '],
  ['version', 0, 'client\t0.1.0'],
];

test.each(lines)('%s works with a server of another vendor', async (line, exit, part) => {
  using home = makeHome();
  await using api = await serveForeign();
  mkdirSync(home.directory);
  const words = line.replace('FILE', join(home.directory, 'out.tar.gz'));
  const { code, stdout, stderr } = await trimtab(words, { api: api.url, environment: home.environment });
  expect(stdout + stderr).toContain(part);
  expect(code).toBe(exit);
  expect(api.refused).toEqual([]);
});

const ghost = { ...foreignTarget('old', 'ghost'), isGone: true } as const;

test.each<[line: string, code: number, part: string]>([
  ['target old/ghost', 0, 'Verdict\tThe workload is not in the cluster'],
  ['explain old/ghost', 0, 'Verdict\tThe workload is not in the cluster'],
  ['simulate old/ghost --cpu 80', 3, '"ghost-workload" not found. Has it been renamed or deleted?'],
  ['suggest old/ghost', 3, 'To un-enroll the target: trimtab cleanup'],
  ['what-if old/ghost', 3, '"ghost-workload" not found. Has it been renamed or deleted?'],
  ['patch old/ghost', 5, '"ghost-workload" not found. Has it been renamed or deleted?'],
])('%s says that the workload is gone', async (line, exit, part) => {
  await using api = await serveForeign({ targets: [ghost] });
  const { code, stdout, stderr } = await trimtab(line, { api: api.url });
  expect(stdout + stderr).toContain(part);
  expect(code).toBe(exit);
});

const page = (status = 200) =>
  new Response('<!doctype html><title>Console</title>', { status, headers: { 'content-type': 'text/html' } });
const failure = () => Response.json({ errors: ['unexpected'] }, { status: 500 });

test.each<[what: string, extra: object | null, unknown: () => Response]>([
  ['knows no unknown path', null, () => Response.json({ errors: ['not found'] }, { status: 404 })],
  ['has not implemented unknown paths', null, () => new Response('', { status: 501 })],
  ['answers unknown paths with the page of its console', null, page],
  ['is behind a gateway that refuses unknown paths', null, () => Response.json({ message: 'no' }, { status: 403 })],
  ['announces no extension and fails at unknown paths', { extensions: [] }, failure],
  ['announces other extensions and answers something else', { extensions: ['x'] }, () => Response.json({ outlook: 1 })],
])('the absence of extensions is no failure if a server %s', async (_what, extra, unknown) => {
  await using api = await serveForeign({}, ({ url }) => {
    if (url.endsWith('/config.json')) return extra === null ? page() : Response.json({ extra });
    return extensions.test(url) ? unknown() : null;
  });
  for (const command of ['target', 'explain']) {
    const { code, stdout, stderr } = await trimtab(`${command} shop/web`, { api: api.url });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('could not be read') });
    expect(stdout).toContain('Verdict\tLower CPU');
  }
  for (const [line, sentence] of [
    ['changes -n shop', 'This server does not record changes.'],
    ['targets -A --savings', 'This server cannot filter targets, and sorts only by name, mode and cost.'],
    ['logs shop/web', 'This server has no logs of pods.'],
    ['costs --nodes', 'This API cannot list the nodes of the cluster.'],
    ['what-if shop/web', 'This server does not have what-if.'],
  ] as const) {
    expect(await trimtab(line, { api: api.url })).toMatchObject({ code: 3, stderr: expect.stringContaining(sentence) });
  }
});

const elsewhere = 'Check that this is the address of a Trimtab API';

test.each<[what: string, answer: () => Response, code: number, part: string]>([
  ['refuses every path', () => page(403), 4, ' answered 403 without a message of the Trimtab API.'],
  ['answers every path with a page', () => page(), 3, elsewhere],
  ['knows no path', () => Response.json({ errors: ['no'] }, { status: 404 }), 3, 'The API answered 404: no'],
])('what %s is not taken for a server without an extension', async (_what, answer, code, part) => {
  await using api = await serve(answer);
  for (const line of ['targets -A', 'targets -A --savings', 'changes', 'changes shop/cart', 'costs --nodes'])
    expect(await trimtab(line, { api: api.url })).toMatchObject({ code, stderr: expect.stringContaining(part) });
});

test.each([403, 404, 405, 500, 502])('if a proxy answers %i, every command names the address', async (status) => {
  await using api = await serve(() => page(status));
  for (const line of ['kpis', 'target shop/web', 'cleanup shop/web --yes', 'settings', 'export shop/web -o FOLDER']) {
    const { code, stderr } = await trimtab(line, { api: api.url });
    expect(code).toBe(status === 403 ? 4 : 3);
    expect(stderr).toContain(`trimtab: ${api.url} answered ${status} without a message of the Trimtab API.\n`);
    expect(stderr).toContain('Check that this is the address of a Trimtab API');
  }
});

test.each([{ extensions: ['extensions.outlook'] }, {}])('a failing extension is a failure with %j', async (extra) => {
  await using api = await serveForeign({}, ({ url }) => {
    if (url.endsWith('/config.json')) return Response.json({ extra });
    return url.endsWith('/outlook') ? failure() : null;
  });
  const { code, stderr } = await trimtab('target shop/web', { api: api.url });
  expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining('The outlook could not be read') });
});

test('propose works with a server of another vendor', async () => {
  using checkout = makeCheckout({
    'web.yaml': `apiVersion: apps/v1
kind: StatefulSet
metadata: { name: web-workload, namespace: shop }
spec: { template: { spec: { containers: [{ name: app, resources: { requests: { cpu: 500m } } }] } } }
`,
  });
  await using api = await serveForeign();
  const { code, stdout } = await trimtab(['propose', checkout.root, '--dry-run'], { api: api.url });
  expect({ code, refused: api.refused }).toEqual({ code: 0, refused: [] });
  expect(stdout).toContain('shop/web-workload\tapp\trequests.cpu\t500m\t300m\t-40%\t$4,380');
});

/** Submits the forms of the sign-in pages, as a person in a browser does. */
async function approve(address: string): Promise<string> {
  const cookies = new Map<string, string>();
  let [url, form]: [string, URLSearchParams | null] = [address, null];
  for (;;) {
    const response: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form === null ? {} : { method: 'POST', body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const html = await response.text();
    const next = response.headers.get('location');
    const action = /action="([^"]+)"/.exec(html)?.[1];
    if (next === null && action === undefined) return html;
    url = new URL(next ?? action ?? '', url).href;
    const inputs = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    form =
      next === null
        ? new URLSearchParams([...inputs.map(([, name = '', value = '']) => [name, value]), ['account', 'operator']])
        : null;
  }
}

test('login with a real provider, auth and logout work with a server of another vendor', async () => {
  using home = makeHome();
  const provider = await startIdentityProvider();
  const { audience, domain } = provider;
  const settings = { oauth_domain: domain, oauth_client_id: clients.cli, oauth_audience: audience };
  await using api = await serveForeign({}, (request) => {
    if (request.url.endsWith('/config.json')) return Response.json({ console: settings });
    const [, claims = ''] = (request.headers.get('authorization') ?? '').split('.');
    const isSignedIn = Buffer.from(claims, 'base64url').toString().includes(audience);
    return isSignedIn ? null : Response.json({ errors: ['no'] }, { status: 401 });
  });
  try {
    const pages: string[] = [];
    const open = async ([, address = '']: readonly string[]) => pages.push(await approve(address)) > 0;
    const environment = { ...home.environment, BROWSER: 'a-browser' };
    const run = (line: string, more: object = {}) => trimtab(line, { api: api.url, environment, ...more });
    expect(await run('targets -n shop')).toMatchObject({ code: 4 });
    const login = await run('login --token-store file', { typed: [''], desktop: { keyring: null, open } });
    expect(login).toMatchObject({ code: 0, stderr: expect.stringContaining('as Olga Operator') });
    expect(pages.join('')).toContain('You may close this page');
    expect(await run('targets -n shop -o name')).toMatchObject({ code: 0, stdout: 'cart\nweb\n' });
    expect((await run('auth status')).stdout).toContain('Olga Operator');
    expect((await run('context add here')).code).toBe(0);
    expect((await run('context list -o name')).stdout).toContain('here');
    expect((await run('config list')).stdout).toContain(api.url);
    expect((await run('__complete targets targets -n shop')).stdout).toBe('cart\nweb\n');
    expect((await run('logout')).code).toBe(0);
    expect(await run('targets -n shop')).toMatchObject({ code: 4 });
    expect(api.refused).toEqual([]);
  } finally {
    await provider.stop();
  }
});

test('every command that sends a request of the API is tried with a server of another vendor', () => {
  const tried = new Set([
    'propose',
    'login',
    'logout',
    'auth',
    'context',
    'config',
    ...lines.map(([line]) => line.split(' ')[0]),
  ]);
  const without = commands.map(({ facts }) => facts.name).filter((name) => !tried.has(name));
  // The live view has its own tests, which drive it in a terminal.
  expect(without).toEqual(['watch', 'completion']);
});

const many = Array.from({ length: 300 }, (_, index) =>
  foreignTarget('shop', `web-${index}`, index % 3 === 0 ? 'Autonomous' : 'Recommendation'),
);

test.each([100, 20, 7])('all of 300 targets are printed if no page has more than %i', async (pageCap) => {
  await using api = await serveForeign({ targets: many, pageCap });
  for (const line of ['targets -n shop', 'targets -A', 'targets -n shop --mode autonomous']) {
    const { code, stdout, stderr } = await trimtab(`${line} -o name`, { api: api.url });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const names = stdout.trimEnd().split('\n');
    expect(new Set(names).size).toBe(line.endsWith('autonomous') ? 100 : 300);
  }
  const { stderr } = await trimtab('check -n shop', { api: api.url });
  expect(stderr).toContain('Checked 300 targets');
  expect(api.refused).toEqual([]);
});
