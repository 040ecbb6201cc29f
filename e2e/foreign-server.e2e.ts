import { foreignTarget, strictForeignApi } from '@trimtab/testing/foreign';
import { autonomousRow, type ForeignRow, leastApi, recommendedRow } from './support/foreign-api.ts';
import {
  consoleRoot,
  type ForeignApi,
  type ForeignReply,
  type ForeignServer,
  json,
  startForeignServer,
} from './support/foreign-server.ts';
import { readKpis, readTable, sectionOf } from './support/page.ts';
import { expect, type Page, test } from './support/test.ts';

/** Errors thrown in the page. The console log is not checked, because browsers log every failed request. */
function watchThrown(page: Page): string[] {
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  return thrown;
}

/** A server for all tests, each with its own answers, so that the page keeps the compiled scripts of its origin. */
let server: ForeignServer;
test.beforeAll(async () => {
  server = await startForeignServer(() => null);
});
test.afterAll(() => server[Symbol.asyncDispose]());
test.beforeEach(() => {
  server.seen.length = 0;
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const alerts = (page: Page) => page.getByRole('main').getByRole('alert');

test('the console works with a server that sends only the fields it reads', async ({ warmPage: page }) => {
  const thrown = watchThrown(page);
  server.answerWith(leastApi());
  await page.goto(server.url);
  await expect(heading(page)).toHaveText('2 targets across 1 namespaces');
  const strip = page.getByRole('main').getByLabel('Key figures of all targets');
  await expect(strip.getByText('$4.4K')).toBeVisible();
  expect([...(await readKpis(strip))]).toEqual([
    ['Targets', '2'],
    ['Overprovisioned', '1'],
    ['Yearly Waste', '$4.4K'],
  ]);
  const shop = sectionOf(page, 'shop');
  const [own] = await readTable(shop.getByRole('table'));
  expect(own).toEqual(
    new Map([
      ['Name', 'cart'],
      ['Status', 'Healthy'],
      ['Scaling', 'Vertical'],
      ['Yearly Savings', '$2,190.00'],
      ['Details', 'View'],
    ]),
  );
  await shop.getByRole('tab', { name: 'Recommendation' }).click();
  await expect(shop.getByRole('rowheader', { name: 'web' })).toBeVisible();
  const [advised] = await readTable(shop.getByRole('table'));
  expect(advised).toEqual(
    new Map([
      ['Name', 'web'],
      ['Status', 'Overprovisioned'],
      ['CPU', '12.8%'],
      ['Memory', '40.0%'],
      ['Predicted Need', '-40%'],
      ['Yearly Waste', '$4,380.00'],
      ['Details', 'View'],
    ]),
  );
  await expect(page.getByRole('contentinfo')).toHaveCount(0);

  await page.getByRole('link', { name: 'Onboarding' }).click();
  await expect(heading(page)).toHaveText('Onboarding');
  await page.getByRole('combobox', { name: 'Namespace' }).selectOption('shop');
  await page.getByRole('checkbox', { name: 'Select api' }).check();
  await page.getByRole('button', { name: 'Enroll Selected' }).click();
  await expect(page.getByRole('region', { name: 'Result of the enrollment' })).toContainText('Enrolled');
  expect(server.seen.filter((call) => call.startsWith('POST') && !call.includes('dryrun=true'))).toEqual([
    'POST /v1/ast/candidates/shop?dryrun=false&limit=-1&offset=0',
  ]);
  expect(thrown).toEqual([]);
});

test('the console asks nothing that not every server has to know, and reads all of capped pages', async ({ page }) => {
  const thrown = watchThrown(page);
  const targets = Array.from({ length: 30 }, (_, index) =>
    foreignTarget('shop', `web-${index}`, index < 12 ? 'Autonomous' : 'Recommendation'),
  );
  const strict = strictForeignApi({ targets, pageCap: 7 });
  const refused: string[] = [];
  const handler = async (request: Request) => {
    const response = await strict(request);
    if (response.status === 400) refused.push(`${request.method} ${request.url}`);
    return response;
  };
  const extra = { cost_analysis: true, cost_simulator: true, cost_breakdown_v2: true };
  await using own = await startForeignServer(() => null, consoleRoot, extra, handler);
  await page.goto(own.url);
  await expect(heading(page)).toHaveText('30 targets across 1 namespaces');
  const shop = sectionOf(page, 'shop');
  await shop.getByRole('button', { name: 'Load More' }).click();
  await expect(shop.getByRole('rowheader')).toHaveCount(12);
  await expect(shop.getByRole('button', { name: 'Load More' })).toHaveCount(0);
  await shop.getByRole('row', { name: 'web-11' }).getByRole('link', { name: 'View' }).click();
  await expect(heading(page)).toContainText('web-11');
  await expect(page.getByRole('table').getByText('app-1')).toBeVisible();
  await page.goto(`${own.url}/cost-analysis`);
  await expect(page.getByText('Top savings contributors')).toBeVisible();
  await page.goto(`${own.url}/cost-analysis/simulator`);
  await expect(page.getByRole('slider', { name: 'CPU utilization of web-0', exact: true })).toBeVisible();
  // The chart first requests one series. If the server refuses the parameter, it requests all series.
  expect(refused.filter((call) => !call.includes('metricType=total'))).toEqual([]);
  expect(thrown).toEqual([]);
});

test('it accepts answers with or without a data envelope, and namespaces as strings', async ({ warmPage: page }) => {
  const thrown = watchThrown(page);
  const least = leastApi();
  const rewrapped = (call: Parameters<ForeignApi>[0]): ForeignReply | null => {
    const body: unknown = JSON.parse(least(call)?.body ?? 'null');
    if (call.path === '/v1/system/namespaces') return json({ items: ['shop', 'constructor'] });
    const isWrapped = typeof body === 'object' && body !== null && 'data' in body;
    return json(isWrapped ? body.data : { data: body });
  };
  server.answerWith(rewrapped);
  await page.goto(server.url);
  await expect(heading(page)).toHaveText('2 targets across 1 namespaces');
  await expect(page.getByRole('main').getByLabel('Key figures of all targets').getByText('$4.4K')).toBeVisible();
  await expect(sectionOf(page, 'shop').getByRole('rowheader', { name: 'cart' })).toBeVisible();
  await page.getByRole('link', { name: 'Onboarding' }).click();
  await expect(heading(page)).toHaveText('Onboarding');
  await page.getByRole('combobox', { name: 'Namespace' }).selectOption('shop');
  await expect(page.getByRole('checkbox', { name: 'Select api' })).toBeVisible();
  expect(thrown).toEqual([]);
});

const html = (status: number): ForeignReply => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Sign in</title><img src=x onerror="document.title=1">',
});
const errors = (value: unknown, status = 400): ForeignReply => json({ errors: value }, { status });
const ok = (body: string): ForeignReply => ({ headers: { 'content-type': 'application/json' }, body });
const later = (status: number, after: string): ForeignReply =>
  json({ errors: ['slow down'] }, { status, headers: { 'retry-after': after } });

const noResponse = 'API Error: No response from server.';
const invalid = 'API Error: Invalid response from server';

/** Faults that every call may have (docs/faults.md), each with the text of its toast. */
const faults: readonly [name: string, reply: ForeignReply, toast: string][] = [
  ['a status 500 with an HTML page', html(500), 'API Error: 500 - Unknown error'],
  ['an empty list of errors', errors([]), 'API Error: 400 - Unknown error'],
  ['errors as a string', errors('broken'), 'API Error: 400 - Unknown error'],
  ['an error that is an object', errors([{ code: 7 }]), 'API Error: 400 - Unknown error'],
  ['an error with the body null', json(null, { status: 403 }), 'API Error: 403 - Unknown error'],
  [
    'an error message with control characters and markup',
    errors(['\u001b[31m<b>no\u202e\n']),
    'API Error: 400 - <b>no',
  ],
  ['truncated JSON', ok('{"items":[{"name":'), invalid],
  ['a connection reset in the body', { ...ok('{"items":['), ending: 'cut' }, noResponse],
  ['an empty body', ok(''), invalid],
  ['an answer without items', json({ data: {} }), invalid],
  ['items as an object', json({ data: { items: {} } }), invalid],
  ['an answer of null', json(null), invalid],
  ['an HTML page with status 200', html(200), invalid],
  ['a closed connection', { ending: 'cut' }, noResponse],
  ['a Retry-After of one day', later(429, '86400'), 'API Error: 429 - slow down'],
  ['a Retry-After that is not a number', later(429, 'soon'), 'API Error: 429 - slow down'],
  ['a status 503', json({ errors: ['restarting'] }, { status: 503 }), 'API Error: 503 - restarting'],
];

/** Every call fails. Then the server recovers, and Retry loads each part without a reload. */
async function breakAndRecover(page: Page, toast: string): Promise<void> {
  await page.goto(server.url);
  await expect(page.getByLabel('Notifications').getByText(toast, { exact: true }).first()).toBeVisible();
  await expect(alerts(page)).toHaveText([/The key figures could not be loaded/, /The list of targets could not be/]);
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText('could not be');
  server.answerWith(leastApi());
  await alerts(page).getByRole('button', { name: 'Retry' }).last().click();
  await expect(heading(page)).toHaveText('2 targets across 1 namespaces');
  await expect(alerts(page)).toHaveCount(1);
  await alerts(page).getByRole('button', { name: 'Retry' }).click();
  await expect(alerts(page)).toHaveCount(0);
  await expect(sectionOf(page, 'shop').getByRole('rowheader', { name: 'cart' })).toBeVisible();
}

for (const [name, reply, toast] of faults) {
  test(`home survives ${name}, and recovers`, async ({ warmPage: page }) => {
    const thrown = watchThrown(page);
    server.answerWith(() => reply);
    await breakAndRecover(page, toast);
    expect(thrown).toEqual([]);
  });
}

test('home survives a server that never answers', async ({ page }) => {
  const thrown = watchThrown(page);
  await page.clock.install();
  server.answerWith(() => ({ ending: 'stall' }));
  await page.goto(server.url);
  const toast = expect(page.getByText(noResponse).first()).toBeVisible();
  // A call that leaves after the clock was moved needs another move.
  await expect(async () => {
    await page.clock.fastForward(31_000);
    await expect(alerts(page)).toHaveCount(2, { timeout: 2_000 });
  }).toPass();
  await toast;
  expect(thrown).toEqual([]);
});

test('home survives an answer of 50 MB', async ({ warmPage: page }) => {
  const thrown = watchThrown(page);
  const items = [{ id: 'targets', label: 'x'.repeat(50 * 1024 * 1024), value: 2 }];
  const least = leastApi();
  const flood: ForeignApi = (call) => (call.path.endsWith('/kpis') ? json({ data: { items } }) : least(call));
  server.answerWith(flood);
  await page.goto(server.url);
  await expect(page.getByText(invalid).first()).toBeVisible();
  await expect(sectionOf(page, 'shop').getByRole('rowheader', { name: 'cart' })).toBeVisible();
  expect(thrown).toEqual([]);
});

test('onboarding survives a broken server, and recovers', async ({ warmPage: page }) => {
  const thrown = watchThrown(page);
  server.answerWith(() => html(500));
  await page.goto(`${server.url}/onboarding`);
  await expect(alerts(page)).toContainText('The namespaces could not be loaded.');
  const least = leastApi();
  server.answerWith((call) => (call.method === 'POST' ? html(500) : least(call)));
  await alerts(page).getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('combobox', { name: 'Namespace' }).selectOption('shop');
  await expect(alerts(page)).toContainText('The candidates could not be loaded.');
  server.answerWith(least);
  await alerts(page).getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('checkbox', { name: 'Select api' })).toBeVisible();
  expect(thrown).toEqual([]);
});

/** Invalid numbers, and names that are also properties of every JavaScript object. */
const oddRows: readonly ForeignRow[] = [
  {
    ...recommendedRow,
    name: '__proto__',
    cpu_utilization: 'NaN',
    memory_utilization: null,
    hourly_waste_savings: '+Inf',
  },
  {
    ...recommendedRow,
    name: 'constructor',
    cpu_utilization: -0.0004,
    memory_utilization: 1e21,
    hourly_waste_savings: -2,
  },
  { ...recommendedRow, name: 'toString', cpu_utilization: undefined, hourly_waste_savings: 2 ** 53 + 1 },
];

test('an invalid number affects only its own cell', async ({ warmPage: page }) => {
  const thrown = watchThrown(page);
  const negative = { ...autonomousRow, hourly_waste_savings: -0.25 };
  const kpis = [
    { id: 'targets', label: 'Targets', value: 999_950 },
    { id: 'targets', label: 'Targets', value: 7 },
    { id: 'no-such-figure', value: 1 },
    { id: 'warnings', value: '12' },
    { id: 'yearly_savings', value: -0.04, unit: 'currency' },
  ];
  server.answerWith(leastApi({ rows: [...oddRows, negative], kpis }));
  await page.goto(server.url);
  const strip = page.getByRole('main').getByLabel('Key figures of all targets');
  await expect(strip.getByText('1M')).toBeVisible();
  expect([...(await readKpis(strip))]).toEqual([
    ['Targets', '1M'],
    ['Warnings', '—'],
    ['Yearly Savings', '$0'],
  ]);
  const shop = sectionOf(page, 'shop');
  await expect(shop.getByRole('cell', { name: '($2,190.00)' })).toBeVisible();
  await shop.getByRole('tab', { name: 'Recommendation' }).click();
  await expect(shop.getByRole('rowheader')).toHaveText(['__proto__', 'constructor', 'toString']);
  const cells = (await readTable(shop.getByRole('table'))).map((row) =>
    ['CPU', 'Memory', 'Yearly Waste'].map((column) => row.get(column)),
  );
  expect(cells[0]?.slice(0, 2)).toEqual(['—', '—']);
  expect(cells[0]?.[2]).toMatch(/No pre-autonomous\s+mode data found/);
  expect(cells[1]?.[0]).toBe('0.0%');
  expect(cells[1]?.[2]).toBe('$0.00');
  expect(cells[2]?.[0]).toBe('—');
  expect(cells.flat().join(' ')).not.toMatch(/NaN|Infinity|undefined|null/);
  expect(thrown).toEqual([]);
});

const manyRows = (count: number): ForeignRow[] =>
  Array.from({ length: count }, (_, index) => ({ ...autonomousRow, name: `app-${String(index).padStart(3, '0')}` }));

/** Faulty pages of the list of targets, each with the number of targets that the home page shows. */
const lists: readonly [name: string, list: (query: URLSearchParams, items: unknown[]) => unknown, shown: number][] = [
  ['a total of zero', (_query, items) => ({ items, total: 0 }), 3],
  ['a negative total', (_query, items) => ({ items, total: -1 }), 3],
  ['a total that is a word', (_query, items) => ({ items, total: 'three' }), 3],
  ['no total', (_query, items) => ({ items }), 3],
  ['a duplicate target', (_query, items) => ({ items: [...items, items[0]], total: 4 }), 3],
];

for (const [name, list, shown] of lists) {
  test(`the list of targets survives ${name}`, async ({ warmPage: page }) => {
    const rows = manyRows(3);
    const items = rows.map((row) => ({ namespace: row.namespace, name: row.name, spec: {} }));
    server.answerWith(leastApi({ rows, list: (query) => list(query, items) }));
    await page.goto(server.url);
    await expect(heading(page)).toHaveText(`${shown} targets across 1 namespaces`);
    await expect(page.getByText('there are more')).toHaveCount(0);
  });
}

test('a list that ends too early shows the received targets and says that some are missing', async ({
  warmPage: page,
}) => {
  const rows = manyRows(3);
  const items = rows.map((row) => ({ namespace: row.namespace, name: row.name, spec: {} }));
  server.answerWith(leastApi({ rows, list: () => ({ items, total: 400 }) }));
  await page.goto(server.url);
  await expect(heading(page)).toHaveText('3+ targets across 1+ namespaces');
  await expect(page.getByRole('main')).toContainText('Only 3 targets could be listed; there are more.');
});

test('paging stops if the server repeats the same page, and the list is reported as incomplete', async ({
  warmPage: page,
}) => {
  const items = Array.from({ length: 250 }, (_, index) => ({ namespace: 'shop', name: `app-${index}`, spec: {} }));
  server.answerWith(leastApi({ rows: manyRows(45), list: () => ({ items }) }));
  await page.goto(server.url);
  await expect(page.getByRole('main')).toContainText('Only 250 targets could be listed');
  expect(server.seen.filter((call) => call.includes('limit=250'))).toHaveLength(2);
});

test('the error of a missing workload shows no toast', async ({ warmPage: page }) => {
  const least = leastApi();
  const gone = errors(['failed to get target scale: Deployment "web" not found'], 500);
  server.answerWith((call) => (call.path === '/v1/views/kpis' ? gone : least(call)));
  await page.goto(server.url);
  await expect(alerts(page)).toHaveText([/The key figures could not be loaded/]);
  await expect(page.getByLabel('Notifications').getByText('API Error')).toHaveCount(0);
});

test('reserved characters in names are encoded in URLs', async ({ warmPage: page }) => {
  const name = 'a/b %2f?c=d#e 💥';
  const row = { ...autonomousRow, namespace: name, name };
  server.answerWith(leastApi({ rows: [row] }));
  await page.goto(server.url);
  await expect(sectionOf(page, name).getByRole('rowheader', { name })).toBeVisible();
  const encoded = encodeURIComponent(name);
  await expect.poll(() => server.seen).toContain(`GET /v1/views/namespaces/${encoded}/kpis`);
  await sectionOf(page, name).getByRole('link', { name: 'View' }).click();
  await expect(page).toHaveURL(`${server.url}/ast/${encoded}/${encoded}`);
  await expect(heading(page)).toContainText(name);
});
