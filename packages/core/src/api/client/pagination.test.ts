import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { targetKey } from '../../domain/keys.ts';
import { ApiError } from '../../errors.ts';
import { collectPages } from '../../testing/collect-pages.ts';
import { failure, json } from '../../testing/fault-replies.ts';
import { rejection, scripted } from '../../testing/scripted-client.ts';
import { type PageAnswer, type PageRequest, paginate } from './pagination.ts';

type Item = { namespace: string; name: string };
const item = (number: number): Item => ({ namespace: 'shop', name: `w${number}` });
const items = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => item(from + index));

/** Reads scripted pages of two items. The last page is repeated without end. */
async function walk(pages: readonly PageAnswer<Item>[], limit = 2, maxPages = 20, mayBeCapped = false) {
  const asked: PageRequest[] = [];
  const log: unknown[] = [];
  const logger = { warn: (_: string, fields?: object) => void log.push(fields) };
  const fetchPage = async (request: PageRequest) => {
    asked.push(request);
    return pages[Math.min(asked.length, pages.length) - 1] ?? { items: [] };
  };
  const walked = await collectPages(
    paginate(fetchPage, { limit, maxPages, mayBeCapped, logger, name: 'targets', key: targetKey }),
  );
  return { names: walked.items.map(({ name }) => name), incomplete: walked.incomplete, asked, log };
}

describe('paginate', () => {
  test('ends on a short page', async () => {
    const { names, asked, incomplete, log } = await walk([{ items: items(0, 2) }, { items: items(2, 3) }]);
    expect(names).toEqual(['w0', 'w1', 'w2']);
    expect(asked).toEqual([
      { limit: 2, offset: 0 },
      { limit: 2, offset: 2 },
    ]);
    expect([incomplete, log]).toEqual([false, []]);
  });

  test('ends on an empty page', async () => {
    const { names, asked, incomplete } = await walk([{ items: items(0, 2) }, { items: [] }]);
    expect([names, asked.length, incomplete]).toEqual([['w0', 'w1'], 2, false]);
  });

  test('ends when the total is reached, without another request', async () => {
    const { names, asked, incomplete } = await walk([
      { items: items(0, 2), total: 4 },
      { items: items(2, 4), total: 4 },
    ]);
    expect([names.length, asked.length, incomplete]).toEqual([4, 2, false]);
  });

  test('an empty list is complete', async () => {
    expect(await walk([{ items: [], total: 0 }])).toMatchObject({ names: [], incomplete: false, log: [] });
  });

  test('duplicates across pages are returned once, at their first position', async () => {
    const { names, incomplete } = await walk([
      { items: [item(0), item(1)], total: 5 },
      { items: [item(1), item(2)], total: 5 },
      { items: [item(0), item(3)], total: 6 },
    ]);
    expect(names).toEqual(['w0', 'w1', 'w2', 'w3']);
    expect(incomplete).toBe(false);
  });

  test('duplicates within a page are returned once', async () => {
    expect((await walk([{ items: [item(0), item(0), item(1)] }], 5)).names).toEqual(['w0', 'w1']);
  });

  test('a short page below the total was capped by the server, so the list goes on', async () => {
    const { names, incomplete, log, asked } = await walk(
      [0, 3, 6].map((from) => ({ items: items(from, Math.min(from + 3, 8)), total: 8 })),
      5,
    );
    expect([names.length, incomplete, log]).toEqual([8, false, []]);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 3, 6]);
  });

  test('a short page that is repeated ends a list below its total, marked as incomplete and logged once', async () => {
    const { names, incomplete, log, asked } = await walk([
      { items: items(0, 2), total: 9 },
      { items: items(2, 3), total: 9 },
      { items: items(2, 3), total: 9 },
    ]);
    expect([names.length, incomplete, asked.length]).toEqual([3, true, 3]);
    expect(log).toEqual([{ list: 'targets', received: 3, total: 9, pages: 3, end: 'short' }]);
  });

  test('without a total, a list that may be capped ends on an empty or repeated page', async () => {
    const capped = [items(0, 3), items(3, 6), items(6, 7)].map((page) => ({ items: page }));
    for (const last of [[], items(6, 7)]) {
      const { names, incomplete, asked } = await walk([...capped, { items: last }], 5, 20, true);
      expect([names.length, incomplete]).toEqual([7, false]);
      expect(asked.map(({ offset }) => offset)).toEqual([0, 3, 6, 7]);
    }
  });

  test('an empty page below the total is marked as incomplete', async () => {
    expect(
      await walk([
        { items: items(0, 2), total: 9 },
        { items: [], total: 9 },
      ]),
    ).toMatchObject({ incomplete: true });
    expect(await walk([{ items: [], total: 9 }])).toMatchObject({ incomplete: true });
  });

  test.each([0, -1, 1.5, 1, Number.NaN, Number.POSITIVE_INFINITY, null, undefined])(
    'a total of %s is not believed; the short page decides',
    async (total) => {
      const { names, incomplete, asked } = await walk([
        { items: items(0, 2), total },
        { items: items(2, 4), total },
        { items: items(4, 5), total },
      ]);
      expect([names.length, incomplete, asked.length]).toEqual([5, false, 3]);
    },
  );

  test('a page that is repeated without end ends the list when it has no new key, logged once', async () => {
    const { names, asked, incomplete, log } = await walk([{ items: items(0, 2) }]);
    expect([names, asked.length, incomplete]).toEqual([['w0', 'w1'], 2, true]);
    expect(log).toHaveLength(1);
  });

  test('an endless list stops at the page limit, marked as incomplete', async () => {
    const pages = Array.from({ length: 30 }, (_, page) => ({ items: items(page * 2, page * 2 + 2) }));
    const { names, asked, incomplete } = await walk(pages);
    expect([names.length, asked.length, incomplete]).toEqual([40, 20, true]);
  });

  test('a page larger than requested advances the offset by its length', async () => {
    const { asked } = await walk([{ items: items(0, 5) }, { items: [] }]);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 5]);
  });

  test('names such as "constructor" are ordinary names', async () => {
    const hostile = ['constructor', '__proto__', 'toString'].map((name) => ({ namespace: '__proto__', name }));
    expect((await walk([{ items: hostile }], 5)).names).toEqual(['constructor', '__proto__', 'toString']);
  });
});

test('when items move between pages, none is returned twice, and no remaining item is lost', async () => {
  const change = fc.record({ at: fc.nat(30), kind: fc.constantFrom('insert' as const, 'none' as const) });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 25 }), fc.array(change, { maxLength: 12 }), async (size, changes) => {
      const list = items(0, size);
      const stayed = new Set(list.map(targetKey));
      let page = 0;
      const fetchPage = async ({ limit, offset }: PageRequest) => {
        const answer = { items: list.slice(offset, offset + limit), total: list.length };
        const { at, kind } = changes[page] ?? { at: 0, kind: 'none' };
        page += 1;
        if (kind === 'insert') list.splice(Math.min(at, list.length), 0, item(1_000 + page));
        return answer;
      };
      const read = await collectPages(paginate(fetchPage, { limit: 4, name: 'targets', key: targetKey }));
      const keys = read.items.map(targetKey);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.filter((key) => stayed.has(key)).length).toBe(stayed.size);
    }),
    { numRuns: 200 },
  );
});

const spec = (name: string) => ({ namespace: 'shop', name, spec: {} });

const enhanced = (name: string) => ({ aiscaletarget: spec(name), target: { current_replicas: 1, containers: [] } });

describe('client.targets.pages', () => {
  test('requests 250 basic items or 10 enhanced ones per page', async () => {
    const { client, server } = await scripted(() => json({ items: [] }));
    await collectPages(client.targets.pages());
    await collectPages(client.targets.pages({ enhancedItems: true }));
    expect(server.requests.map(({ target }) => target)).toEqual([
      '/v1/ast?enhancedItems=false&limit=250&offset=0',
      '/v1/ast?enhancedItems=true&limit=10&offset=0',
    ]);
  });

  test('requests larger pages after the first, if the server names their size', async () => {
    const names = Array.from({ length: 1_300 }, (_, n) => `w${n}`);
    const pages = [names.slice(0, 250), names.slice(250, 1_250), names.slice(1_250)];
    const { client, server } = await scripted((_, n) => json({ items: pages[n]?.map(spec), total: 1_300 }), {
      listPageSize: 1_000,
    });
    expect((await collectPages(client.targets.pages())).items).toHaveLength(1_300);
    expect(server.requests.map(({ target }) => target.replace(/.*limit/, 'limit'))).toEqual([
      'limit=250&offset=0',
      'limit=1000&offset=250',
      'limit=1000&offset=1250',
    ]);
  });

  test('goes on with pages of the first size if an earlier version of the server rejects larger ones', async () => {
    const names = Array.from({ length: 600 }, (_, n) => `w${n}`);
    const { client, server } = await scripted(
      ({ target }) => {
        const query = new URL(target, 'http://api').searchParams;
        const offset = Number(query.get('offset'));
        if (query.get('limit') !== '250') return failure(400, ['Parameter limit must be a whole number from 1 to 250']);
        return json({ items: names.slice(offset, offset + 250).map(spec), total: 600 });
      },
      { listPageSize: 1_000 },
    );
    const read = await collectPages(client.targets.pages());
    expect([read.items.length, read.incomplete]).toEqual([600, false]);
    expect(server.requests.map(({ target }) => target.replace(/.*limit/, 'limit'))).toEqual([
      'limit=250&offset=0',
      'limit=1000&offset=250',
      'limit=250&offset=250',
      'limit=250&offset=500',
    ]);
  });

  test('pairs enhanced items with the new items of their page; a deleted workload has none', async () => {
    const pages = [
      { items: [spec('a'), spec('gone')], itemsEnhanced: [enhanced('a')], total: 3 },
      { items: [spec('a'), spec('b')], itemsEnhanced: [enhanced('a'), enhanced('b')], total: 4 },
    ];
    const { client } = await scripted((_, n) => json(pages[n]));
    const read: string[][] = [];
    for await (const page of client.targets.pages({ enhancedItems: true, limit: 2 }))
      read.push(page.itemsEnhanced.map(({ aiscaletarget }) => aiscaletarget.name));
    expect(read).toEqual([['a'], ['b']]);
  });

  test('a failed page ends the list with its error, after the previous pages', async () => {
    const full = Array.from({ length: 2 }, (_, n) => spec(`w${n}`));
    const { client } = await scripted((_, n) => (n === 0 ? json({ items: full }) : failure(500, ['boom'])));
    const seen: number[] = [];
    const error = await rejection(
      (async () => {
        for await (const page of client.targets.pages({ limit: 2 })) seen.push(page.items.length);
      })(),
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(seen).toEqual([2]);
  });

  test('an incomplete list is logged through the client', async () => {
    const { client, log } = await scripted(() => json({ items: [spec('a')], total: 7 }));
    expect((await collectPages(client.targets.pages())).incomplete).toBe(true);
    expect(log.map(({ message }) => message)).toEqual(['A list is incomplete']);
  });
});

test('cost rows without namespace and name are all kept', async () => {
  const row = { horizontalCost: { raw: 1, withSuggestions: 1 }, verticalCost: { raw: 1, withSuggestions: 1 } };
  const { client } = await scripted((_, n) => json({ items: n < 2 ? [row, row] : [] }), { detailedPageSize: 2 });
  const read = await collectPages(client.costs.potentialSavingsPages({}));
  expect(read).toEqual({ items: [row, row, row, row], incomplete: false });
});

const costRow = (n: number) => ({
  namespace: 'shop',
  name: `w${n}`,
  horizontalCost: { raw: 1, withSuggestions: 1 },
  verticalCost: { raw: 1, withSuggestions: 1 },
});

test('bulk costs begin with a small page, if the server names a larger one', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => costRow(n));
  const { client, server } = await scripted(
    (_, n) => json({ items: n === 0 ? rows.slice(0, 25) : rows.slice(25), total: 40 }),
    { detailedPageSize: 250 },
  );
  expect((await collectPages(client.costs.potentialSavingsPages({}))).items).toHaveLength(40);
  expect(server.requests.map(({ target }) => target)).toEqual([
    '/v1/ast/potential-savings/average?limit=25&offset=0',
    '/v1/ast/potential-savings/average?limit=250&offset=25',
  ]);
});

test('bulk costs are requested in pages of ten, for the given window', async () => {
  const { client, server } = await scripted(() => json({ items: [] }));
  await collectPages(client.costs.potentialSavingsPages({ start: '2026-11-19T00:00:00Z' }));
  await collectPages(client.costs.comparisonPages({}));
  expect(server.requests.map(({ target }) => target)).toEqual([
    '/v1/ast/potential-savings/average?start=2026-11-19T00%3A00%3A00Z&limit=10&offset=0',
    '/v1/ast/optimization/comparison/average?limit=10&offset=0',
  ]);
});
