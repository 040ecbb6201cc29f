import type { Change } from '@trimtab/core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { serve, serveDataSet } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

const stateOf = (memory: number) => ({
  containers: [
    { name: 'app', cpu_request: 0.5, cpu_limit: null, memory_request: memory, memory_limit: memory, image: 'cart:1' },
  ],
  replicas: 2,
  min_replicas: null,
  max_replicas: null,
});
const pending = { state: 'pending', due: '2026-11-25T06:00:00Z', verdict: null, before: null, after: null } as const;
const change = (name: string, changes: object = {}): Change => ({
  id: `resources.mwcq1y80.shop.${name}`,
  at: '2026-11-17T06:00:00Z',
  namespace: 'shop',
  name,
  kind: 'Deployment',
  event: 'resources',
  by: null,
  before: stateOf(512 * 2 ** 20),
  after: stateOf(2 ** 30),
  suggestion: null,
  verification: {
    day: { ...pending, state: 'done', verdict: 'better', sentence: 'No out-of-memory kills (3 before).' },
    week: pending,
  },
  ...changes,
});

/** A server with a list of changes, page by page. */
const serveChanges = (rows: readonly Change[], more: object = {}) =>
  serve((request) => {
    const { searchParams } = new URL(request.url);
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
    return Response.json({ items: rows.slice(offset, offset + limit), total: rows.length, ...more });
  });

/** The last three columns on a terminal. */
async function headerOf(url: string) {
  const environment = { NO_COLOR: '1' };
  const { stdout } = await trimtab('changes --since 12h', { api: url, columns: 200, environment });
  return stdout.split('\n')[0]?.split(/ +/).slice(-3);
}

describe('trimtab changes', () => {
  const enrolled = change('web', {
    id: 'enrolled.mwcq1y99.shop.web',
    event: 'enrolled',
    by: 'olga',
    before: null,
    after: null,
    verification: null,
  });

  test.each(['-n shop,pay', 'shop/cart pay/till'])(
    '%s: one list of both, newest first, up to the limit',
    async (words) => {
      const of = { shop: change('cart'), pay: change('till', { namespace: 'pay', at: '2026-11-18T06:00:00Z' }) };
      await using api = await serve((request) => {
        const namespace = new URL(request.url).searchParams.get('namespace');
        const items = namespace === 'shop' || namespace === 'pay' ? [of[namespace]] : [];
        return Response.json({ items, total: items.length });
      });
      const { stdout } = await trimtab(`changes ${words} -o json`, { api: api.url });
      expect(JSON.parse(stdout)).toMatchObject({ items: [{ name: 'till' }, { name: 'cart' }], total: 2 });
      const first = await trimtab(`changes ${words} --limit 1 --columns name --no-headers`, { api: api.url });
      expect(first.stdout).toBe('till\n');
    },
  );

  test('a terminal has no column BY if nobody is known, so that there is room for the change', async () => {
    await using api = await serveChanges([change('cart')]);
    expect(await headerOf(api.url)).toEqual(['VERDICT', 'CHANGE', 'ID']);
    await using known = await serveChanges([change('cart'), change('web', { by: 'someone' })]);
    expect(await headerOf(known.url)).toEqual(['CHANGE', 'BY', 'ID']);
  });

  test('lists what changed, by whom, and whether it helped', async () => {
    await using api = await serveChanges([change('cart'), enrolled]);
    const { stdout, code } = await trimtab('changes --since 12h', { api: api.url });
    expect(stdout.split('\n').map((line) => line.split('\t'))).toEqual([
      ['WHEN', 'NAMESPACE', 'NAME', 'WHAT', 'VERDICT', 'CHANGE', 'BY', 'ID', 'RESULT'],
      [
        '1 d ago',
        'shop',
        'cart',
        'resources',
        'better',
        'Memory request 512Mi → 1Gi · Memory limit 512Mi → 1Gi',
        '—',
        'resources.mwcq1y80',
        'No out-of-memory kills (3 before).',
      ],
      [expect.any(String), 'shop', 'web', 'enrolled', '—', '—', 'olga', 'enrolled.mwcq1y99', '—'],
      [''],
    ]);
    expect(api.seen).toEqual([
      expect.stringMatching(
        /^GET \/v1\/views\/changes\?events=resources%2Creplicas%2Cimage%2Cexport%2Cenrolled%2Cunenrolled&start=2026-11-1\dT.*&limit=250&offset=0$/,
      ),
    ]);
    expect(code).toBe(0);
  });

  test('lists a change that only a later server knows beside the others', async () => {
    await using api = await serveChanges([change('cart', { event: 'rightsized' }), enrolled]);
    const { stdout, code } = await trimtab('changes --columns name,event --no-headers', { api: api.url });
    expect([stdout, code]).toEqual(['cart\trightsized\nweb\tenrolled\n', 0]);
  });

  test('--json prints the verdict, which is computed, and null for a change without one', async () => {
    await using api = await serveChanges([change('cart'), enrolled]);
    const { stdout } = await trimtab('changes --json name,verdict,change', { api: api.url });
    expect(JSON.parse(stdout)).toEqual([
      { name: 'cart', verdict: 'better', change: 'Memory request 512Mi → 1Gi · Memory limit 512Mi → 1Gi' },
      { name: 'web', verdict: null, change: null },
    ]);
  });

  test.each([
    ['changes shop/cart --kind resources,suggestion', 'namespace=shop&name=cart&events=resources%2Csuggestion'],
    ['changes cart -n shop --kind image --kind replicas', 'namespace=shop&name=cart&events=image%2Creplicas'],
    ['changes -n shop --kind export', 'namespace=shop&events=export'],
    ['changes -A --kind export', 'events=export'],
  ])('%s asks for these', async (line, query) => {
    await using api = await serveChanges([]);
    const { stderr, code } = await trimtab(line, { api: api.url });
    expect(decodeURIComponent(api.seen[0] ?? '')).toContain(`changes?${decodeURIComponent(query)}&start=`);
    expect(stderr).toContain('Nothing was recorded in this time.');
    expect(code).toBe(0);
  });

  test('reads all pages up to the limit', async () => {
    await using api = await serveChanges(Array.from({ length: 600 }, (_, index) => change(`cart-${index}`)));
    const all = await trimtab('changes -o name', { api: api.url });
    expect(all.stdout.trim().split('\n')).toHaveLength(600);
    const some = await trimtab('changes -o json --limit 260', { api: api.url });
    expect(JSON.parse(some.stdout)).toMatchObject({ items: { length: 260 }, total: 600 });
  });

  test.each([
    ['has smaller pages', { most: 100, hasTotal: true }],
    ['has smaller pages and sends no total', { most: 100, hasTotal: false }],
    ['sends no total', { most: 250, hasTotal: false }],
  ])('reads all pages of a server that %s', async (_what, { most, hasTotal }) => {
    const rows = Array.from({ length: 300 }, (_, index) => change(`cart-${index}`));
    await using api = await serve(({ url }) => {
      const { searchParams } = new URL(url);
      const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
      const items = rows.slice(offset, offset + Math.min(most, limit));
      return Response.json(hasTotal ? { items, total: rows.length } : { items });
    });
    const { stdout, code } = await trimtab('changes -o name', { api: api.url });
    expect(stdout.trim().split('\n')).toHaveLength(300);
    expect(code).toBe(0);
  });

  test('lists a change once that moved to the next page, because another was recorded meanwhile', async () => {
    const rows = Array.from({ length: 260 }, (_, index) => change(`cart-${index}`));
    await using api = await serve(({ url }) => {
      const offset = Number(new URL(url).searchParams.get('offset'));
      const now = offset === 0 ? rows : [change('new'), ...rows];
      return Response.json({ items: now.slice(offset, offset + 250), total: now.length });
    });
    const names = (await trimtab('changes -o name', { api: api.url })).stdout.trim().split('\n');
    expect([names.length, new Set(names).size]).toEqual([260, 260]);
  });

  test('says that the list is incomplete if a server repeats a page', async () => {
    const rows = Array.from({ length: 250 }, (_, index) => change(`cart-${index}`));
    await using api = await serve(() => Response.json({ items: rows, total: 400 }));
    const { stderr } = await trimtab('changes -o csv', { api: api.url });
    expect(stderr).toContain('The list is incomplete: the API ended it before all changes were sent.');
  });

  test('has numbers and ids in CSV, and names what is missing', async () => {
    await using api = await serveChanges([change('cart')], {
      incomplete: ['The changes of namespace shop are unknown.'],
    });
    const { stdout, stderr, code } = await trimtab('changes -o csv', { api: api.url });
    expect(stdout.split('\r\n').slice(0, 2)).toEqual([
      'kind,suggestion,verified_after,at,namespace,name,event,verdict,change,by,id,sentence',
      'Deployment,,day,2026-11-17T06:00:00Z,shop,cart,resources,better,Memory request 512Mi → 1Gi · Memory limit 512Mi → 1Gi,,resources.mwcq1y80.shop.cart,No out-of-memory kills (3 before).',
    ]);
    expect(stderr).toContain('The changes of namespace shop are unknown.');
    expect(code).toBe(0);
  });

  test.each([
    ['changes --since yesterday', 'Use a time such as 90m, 12h, 7d or 2w.'],
    ['changes --kind imago', 'Allowed choices are resources, replicas, image'],
    ['changes shop/cart -A', '-A cannot be combined with a target or -n.'],
  ])('%s is refused', async (line, text) => {
    expect(await trimtab(line, { api: 'http://127.0.0.1:9' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(text),
    });
  });
});

describe('trimtab patch --undo', () => {
  test('prints the values of before, and changes nothing', async () => {
    await using api = await serveDataSet('storefront');
    const listed = async (words: string) => (await trimtab(`changes ${words}`, { api: api.url })).stdout;
    const ofPromotions = 'checkout/promotions --kind resources -o json';
    const ofRefunds = 'payments/refunds --kind replicas -o name';
    // The first lists may lack changes that are still being read.
    await expect.poll(async () => JSON.parse(await listed(ofPromotions)).items).not.toEqual([]);
    await expect.poll(() => listed(ofRefunds)).not.toBe('');
    const [cut] = JSON.parse(await listed(ofPromotions)).items;
    const short = cut.id.split('.').slice(0, 2).join('.');
    for (const id of [cut.id, short]) {
      const { stdout, code } = await trimtab(`patch checkout/promotions --undo ${id}`, { api: api.url });
      expect(parse(stdout)).toEqual({
        spec: {
          template: {
            spec: {
              containers: [{ name: 'api', resources: { requests: { memory: '576Mi' }, limits: { memory: '864Mi' } } }],
            },
          },
        },
      });
      expect(code).toBe(0);
    }
    expect(api.seen.filter((line) => line.startsWith('POST'))).toEqual([]);
    const undo = await trimtab(`patch payments/refunds --undo ${(await listed(ofRefunds)).trim()}`, { api: api.url });
    expect(parse(undo.stdout)).toEqual({ spec: { replicas: 3 } });
  });

  test('refuses a change that was not recorded', async () => {
    await using api = await serveDataSet('storefront');
    expect(await trimtab('patch checkout/promotions --undo resources.1', { api: api.url })).toMatchObject({
      code: 5,
      stderr: expect.stringContaining(
        'checkout/promotions has no recorded change resources.1 of its resources or replicas.',
      ),
    });
  });
});

test('an exported patch is recorded', async () => {
  await using api = await serveDataSet('storefront');
  await trimtab('patch storefront/cart', { api: api.url });
  const { stdout } = await trimtab('changes storefront/cart --kind export -o json', { api: api.url });
  expect(JSON.parse(stdout).items).toMatchObject([
    { event: 'export', name: 'cart', suggestion: expect.any(String), by: null },
  ]);
});
