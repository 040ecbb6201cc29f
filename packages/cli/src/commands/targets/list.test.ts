import stringWidth from 'string-width';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { serve, serveDataSet } from '../../testing/loopback.ts';
import { serveShop, shopRows } from '../../testing/shop.ts';
import { trimtab } from '../../testing/trimtab.ts';
import { withYearly } from './columns.ts';

/** For tests that only read. */
const storefront = await serveDataSet('storefront');
afterAll(() => storefront[Symbol.asyncDispose]());

type Row = {
  name: string;
  namespace: string;
  mode: string;
  hourly_waste_savings?: number | null;
};

const sortedByName = (rows: typeof shopRows) => rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
const plain = { NO_COLOR: '1' };
const widest = (screen: string) => Math.max(...screen.split('\n').map((line) => stringWidth(line)));

test('80 columns: one table for each tab of the home page, fitted to the width', async () => {
  await using api = await serveShop();
  const { code, stdout, stderr } = await trimtab('targets -n shop', { api: api.url, columns: 80, environment: plain });
  expect(stdout).toMatchInlineSnapshot(`
    "Autonomous · 2
    NAME      STATUS     SCALING     YEARLY SAVINGS
    cart      ● Healthy  Vertical         $3,784.32
    checkout  ● Healthy  Horizontal       ($438.00)

    Recommendation · 3
    NAME                STATUS                  CPU  MEMORY  NEED       YEARLY WASTE
    catalogue-search-…  ▲ Overprovisioned     19.1%   34.8%  ↓ -64%       $10,950.00
    gone                ■ Target workload …       —       —  Error                 —
    payments            ■ Underprovisioned   118.6%   70.0%  ↑ +2 pods         $0.00
    "
  `);
  expect(stderr).toMatchInlineSnapshot(`
    "
    Columns omitted because the terminal is too narrow: NET. -o wide shows all
    columns.
    (…) in the yearly column: This target was underprovisioned. The product added
    the required resources to mitigate risk.
    NET: what applying all suggestions together saves in a year; negative if they
    cost more.
    — in the yearly column: No pre-autonomous mode data found.
    "
  `);
  expect(code).toBe(0);
});

test('200 columns: every namespace, every column, in color', async () => {
  await using api = await serveShop();
  const { stdout, stderr } = await trimtab('targets -A', { api: api.url, columns: 200 });
  expect(stdout.replaceAll('\u001b', '')).toMatchInlineSnapshot(`
    "[1mAutonomous · 2[22m
    [2mNAMESPACE[22m  [2mNAME    [22m  [2mSTATUS   [22m  [2mSCALING   [22m  [2mYEARLY SAVINGS[22m
    shop       cart      [32m● Healthy[39m  Vertical    [32m     $3,784.32[39m
    shop       checkout  [32m● Healthy[39m  Horizontal  [31m     ($438.00)[39m

    [1mRecommendation · 3[22m
    [2mNAMESPACE[22m  [2mNAME                                     [22m  [2mSTATUS                   [22m  [2m   CPU[22m  [2mMEMORY[22m  [2mNEED     [22m  [2mYEARLY WASTE[22m  [2m    NET[22m
    shop       catalogue-search-indexer-with-a-long-name  [33m▲ Overprovisioned        [39m  [33m 19.1%[39m  [33m 34.8%[39m  [36m↓ -64%   [39m  [33m  $10,950.00[39m   $6,570
    shop       gone                                       [31m■ Target workload missing[39m  [2m     —[22m  [2m     —[22m  [31mError    [39m  [2m           —[22m  [2m      —[22m
    shop       payments                                   [31m■ Underprovisioned       [39m  [31m118.6%[39m   70.0%  [36m↑ +2 pods[39m  [2m       $0.00[22m  -$2,628
    "
  `);
  expect(stderr).not.toContain('Columns omitted');
});

test('40 columns: columns that do not fit are omitted with a note', async () => {
  await using api = await serveShop();
  const { stdout, stderr } = await trimtab('targets -n shop', { api: api.url, columns: 40, environment: plain });
  expect(widest(stdout)).toBeLessThanOrEqual(40);
  expect(stderr.replaceAll('\n', ' ')).toContain(
    'Columns omitted because the terminal is too narrow: SCALING, CPU, MEMORY, NEED, NET.',
  );
});

test('a pipe has every column with full text', async () => {
  await using api = await serveShop();
  const { stdout } = await trimtab('targets -n shop', { api: api.url });
  expect(stdout.replaceAll('\t', ' | ')).toMatchInlineSnapshot(`
    "NAME | MODE | STATUS | CPU | MEMORY | SCALING | PREDICTED NEED | YEARLY | NET
    cart | Autonomous | Healthy | 61.2% | 70.0% | Vertical | No change | $3,784.32 | —
    catalogue-search-indexer-with-a-long-name | Recommendation | Overprovisioned | 19.1% | 34.8% | Multi dimensional | -64% | $10,950.00 | $6,570
    checkout | Autonomous | Healthy | 61.2% | 70.0% | Horizontal | No change | ($438.00) | —
    gone | Recommendation | Target workload missing | — | — | Multi dimensional | Error | No pre-autonomous mode data found | —
    payments | Recommendation | Underprovisioned | 118.6% | 70.0% | Multi dimensional | +2 pods | $0.00 | -$2,628
    "
  `);
});

test('CSV has the fields of the API with unformatted numbers', async () => {
  await using api = await serveShop(shopRows.slice(2, 4));
  const { stdout } = await trimtab('targets -n shop -o csv', { api: api.url });
  expect(stdout).toMatchInlineSnapshot(`
    "namespace,name,mode,status,severity,cpu_utilization,memory_utilization,scaling,recommendation_type,recommendation,hourly_waste_savings,net_hourly_savings,yearly_waste_savings,net_yearly_savings
    shop,catalogue-search-indexer-with-a-long-name,Recommendation,Overprovisioned,medium,0.191,0.348,multi dimensional,downDelta,'-64%,1.25,0.75,10950,6570
    shop,gone,Recommendation,Target workload missing,high,0.5,,multi dimensional,error,Error,,,,
    "
  `);
});

test('YAML has the same data as JSON', async () => {
  await using api = await serveShop();
  const { stdout } = await trimtab('targets -n shop -o yaml', { api: api.url });
  expect(parse(stdout)).toEqual({ items: sortedByName(shopRows).map(withYearly), total: shopRows.length });
});

test("JSON of a namespace has the API's items and total, and dollars a year", async () => {
  const read = async () => {
    const answer = await fetch(`${storefront.url}/v1/views/namespaces/checkout/asts?sort=%2Bname&limit=250&offset=0`);
    return (await answer.json()).data;
  };
  await expect.poll(async () => (await read()).computing).toBeUndefined();
  const { stdout } = await trimtab('targets -n checkout -o json', { api: storefront.url });
  const answer = await read();
  expect(JSON.parse(stdout)).toEqual({ ...answer, items: answer.items.map(withYearly) });
  const [item] = JSON.parse(stdout).items;
  expect(item.yearly_waste_savings).toBe(item.hourly_waste_savings * 8_760);
});

test.each(['targets -n shop', 'targets -A', 'costs -n shop'])(
  '%s notes that figures are still being computed',
  async (line) => {
    const [row] = shopRows;
    await using api = await serve(({ url }) =>
      Response.json(
        new URL(url).pathname === '/v1/ast'
          ? { items: [{ namespace: 'shop', name: 'cart', spec: {} }], total: 1 }
          : { data: { items: [row], total: 1, computing: true } },
      ),
    );
    const { stdout, stderr } = await trimtab(`${line} -o json`, { api: api.url });
    expect(JSON.parse(stdout)).toEqual({ items: shopRows.slice(0, 1).map(withYearly), total: 1, computing: true });
    expect(stderr).toBe('Some figures are still being computed. Run the command again in a moment.\n');
  },
);

test.each(['targets -n shop', 'targets -A', 'targets -n shop --savings'])(
  '%s notes how far a started server is with reading the past',
  async (line) => {
    const reading = { targets: 10_000, read: 1_750, minutes_left: null };
    const answerOf = (path: string) => {
      if (path === '/v1/ast') return { items: [{ namespace: 'shop', name: 'cart', spec: {} }], total: 1 };
      if (path === '/v1/views/kpis') return { data: { items: [], computing: true, reading } };
      const list = { items: shopRows.slice(0, 1), total: 1, computing: true };
      return path === '/v1/views/asts' ? list : { data: list };
    };
    await using api = await serve(({ url }) => Response.json(answerOf(new URL(url).pathname)));
    const { stdout, stderr } = await trimtab(`${line} -o json`, { api: api.url });
    expect(Object.keys(JSON.parse(stdout))).toEqual(['items', 'total', 'computing']);
    expect(stderr).toBe(
      'Some figures are still being computed. Run the command again in a moment.\nPast usage has been read for 1,750 of 10,000 targets.\n',
    );
  },
);

test('-A has the same order as the API for every sort', async () => {
  const { stdout } = await trimtab('targets -A --sort cost -o json', { api: storefront.url });
  const { items }: { items: Row[] } = JSON.parse(stdout);
  const costs = items.map((item) => item.hourly_waste_savings ?? null);
  const known = costs.filter((cost) => cost !== null);
  expect(known).toEqual(known.toSorted((a, b) => b - a));
  expect(costs.slice(known.length).every((cost) => cost === null)).toBe(true);
  const count = await fetch(`${storefront.url}/v1/ast?limit=250`).then((answer) => answer.json());
  expect(items).toHaveLength(count.total);
});

test('-A needs one request for each namespace of our server', async () => {
  await using api = await serveDataSet('storefront');
  await trimtab('targets -A', { api: api.url });
  const lists = api.seen.filter((request) => request.includes('/asts?'));
  expect(lists.every((request) => request.includes('limit=250'))).toBe(true);
  expect(new Set(lists).size).toBe(lists.length);
  const specs: { items: { namespace: string }[] } = await fetch(`${api.url}/v1/ast?limit=250`).then((answer) =>
    answer.json(),
  );
  expect(lists).toHaveLength(new Set(specs.items.map(({ namespace }) => namespace)).size);
});

test('--limit and --mode filter the list', async () => {
  const { stdout } = await trimtab('targets -A --mode recommendation --sort=-name --limit 3 -o json', {
    api: storefront.url,
  });
  const { items, total }: { items: Row[]; total: number } = JSON.parse(stdout);
  expect(items).toHaveLength(3);
  const kpis = await fetch(`${storefront.url}/v1/views/kpis`).then((answer) => answer.json());
  expect(kpis.data.items).toContainEqual(expect.objectContaining({ id: 'recommendation', value: total }));
  expect(items.map((item) => item.mode)).toEqual(['Recommendation', 'Recommendation', 'Recommendation']);
});

test('without targets a note is printed on stderr, and JSON is an empty list', async () => {
  await using api = await serveDataSet('empty');
  const table = await trimtab('targets -A', { api: api.url });
  expect(table).toMatchObject({ code: 0, stdout: '' });
  expect(table.stderr).toBe('There are no targets yet. To enroll workloads: trimtab enroll -n NAMESPACE --all\n');
  const json = await trimtab('targets -A -o json', { api: api.url });
  expect(JSON.parse(json.stdout)).toEqual({ items: [] });
});

test('a truncated list is printed and exits 5', async () => {
  const row = {
    name: 'web',
    namespace: 'shop',
    mode: 'Recommendation',
    status: { severity: 'low', label: 'Healthy' },
    scaling: 'none',
    recommendation: { type: 'noChange', label: 'No change' },
  };
  await using api = await serve((request) =>
    Response.json(
      new URL(request.url).pathname === '/v1/ast'
        ? { items: ['web', 'cart'].map((name) => ({ namespace: 'shop', name, spec: {} })), total: 2 }
        : { data: { items: [row] } },
    ),
  );
  const { code, stdout, stderr } = await trimtab('targets -A', { api: api.url });
  expect(code).toBe(5);
  expect(stdout).toContain('shop\tweb\t');
  expect(stderr).toBe(
    'trimtab: The list is incomplete: the API sent fewer targets than it has in shop.\nRun the command again.\n',
  );
});

test('a namespace that cannot be read is missing from the list, and the exit code is 5', async () => {
  await using api = await serve((request) => {
    const { pathname } = new URL(request.url);
    if (pathname.includes('/secret/')) return Response.json({ errors: ['not yours'] }, { status: 403 });
    if (pathname !== '/v1/ast') return Response.json({ data: { items: [{ ...shopRows[0] }] } });
    const items = ['shop', 'secret'].map((namespace) => ({ namespace, name: 'cart', spec: {} }));
    return Response.json({ items, total: 2 });
  });
  const { code, stdout, stderr } = await trimtab('targets -A --no-headers', { api: api.url });
  expect(code).toBe(5);
  expect(stdout).toMatch(/^shop\tcart\tAutonomous[^\n]*\n$/);
  expect(stderr).toContain('The list is incomplete: secret could not be read (The API answered 403: not yours).');
});

test.each([
  ['targets', 'No namespace was given.'],
  ['targets -n a -A', '-n and -A cannot be combined.'],
  ['targets -A --sort age', 'put - before it for descending order.'],
  ['targets -A --limit 0', 'Use a whole number of 1 or more.'],
  ['targets -A --mode manual', 'Allowed choices are autonomous, recommendation.'],
])('%s exits 2 before sending anything', async (line, sentence) => {
  await using api = await serveDataSet('empty');
  const { code, stdout, stderr } = await trimtab(line, { api: api.url });
  expect({ code, stdout, seen: api.seen }).toEqual({ code: 2, stdout: '', seen: [] });
  expect(stderr).toContain(sentence);
});

test.each([
  ['fewer rows than the total', 2, 5],
  ['the same full page for ever', 20, undefined],
  ['a total that it never sends', 20, 40],
])('a namespace of which the API sends %s is printed and exits 5', async (_name, sent, total) => {
  const [row] = shopRows;
  const items = Array.from({ length: sent }, (_, index) => ({ ...row, name: `app-${index}` }));
  await using api = await serve(() => Response.json({ data: { items, total } }));
  const { code, stdout, stderr } = await trimtab('targets -n shop --no-headers', { api: api.url });
  expect(stdout.trimEnd().split('\n')).toHaveLength(sent);
  expect({ code, stderr }).toEqual({
    code: 5,
    stderr:
      'trimtab: The list is incomplete: the API sent fewer targets than it has in shop.\nRun the command again.\n',
  });
});

test('-o wide explains missing figures in the row, without a note about dashes', async () => {
  const setting = { api: storefront.url, columns: 200 };
  const { stdout, stderr } = await trimtab('targets -n storefront -o wide', setting);
  expect(stdout).toContain('No pre-autonomous mode data found');
  expect(stderr).not.toContain('— in the yearly column');
  expect((await trimtab('targets -n storefront', setting)).stderr).toContain('— in the yearly column');
});

test('a note names the targets whose figures cover less than 95 % of the day', async () => {
  const rows = shopRows.map((row) => ({ ...row, observed: row.name === 'payments' ? 0.5 : 0.97 }));
  await using api = await serveShop(rows);
  const { stderr } = await trimtab('targets -n shop', { api: api.url, columns: 200, environment: plain });
  expect(stderr).toContain(
    'payments: Only 50 % of the last 24 hours was observed; usage and utilization cover that part.',
  );
  expect(stderr.match(/observed/g)).toHaveLength(1);
});

test('several namespaces are one list: sorted, limited and counted together', async () => {
  const rows = ['shop', 'bank'].flatMap((namespace) => shopRows.map((row) => ({ ...row, namespace })));
  await using api = await serveShop(rows);
  const run = async (line: string) => (await trimtab(line, { api: api.url })).stdout;
  const { items, total } = JSON.parse(await run('targets -n shop,bank -o json --sort cost --limit 3'));
  expect(total).toBe(rows.length);
  expect(items.map((item: Row) => item.hourly_waste_savings)).toEqual([1.25, 1.25, 0.432]);
  const names = (await run('targets -n shop -n bank -o name')).trimEnd().split('\n');
  expect(names).toHaveLength(rows.length);
  expect(names[0]).toMatch(/^bank\//);
  expect(await run('targets -n shop,bank')).toMatch(/^NAMESPACE\tNAME\t/);
});
