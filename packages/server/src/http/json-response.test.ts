import { describe, expect, it } from 'vitest';
import { JsonText } from '../services/cache/json-text.ts';
import { jsonResponse } from './json-response.ts';

const row = { name: 'cart', missing: undefined, text: 'a "quoted"\nline', values: [0, null, 1.5] };
const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ ...row, index }));

describe('a JSON response', () => {
  it.each([
    ['null', null],
    ['a text', 'ok'],
    ['an empty object', {}],
    ['a list in an envelope', { data: { items: rows(3) } }],
    ['a long list', { items: rows(50), total: 50, nothing: undefined, none: null }],
    ['a short list that is already written', { items: rows(2).map((one) => new JsonText(one)), total: 2 }],
    ['a long list that is already written', { items: rows(90).map((one) => new JsonText(one)), total: 90 }],
    ['an item that is already written', new JsonText(row)],
    ['a list of megabytes', { total: 20_000, items: rows(20_000), others: [undefined] }],
  ])('has the text of JSON.stringify: %s', async (_what, body) => {
    const response = await jsonResponse(body);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe(JSON.stringify(body));
  });

  it('of a list that is created while it is read holds little of it, and ends with its reader', async () => {
    let made = 0;
    let ended = false;
    async function* endless() {
      try {
        for (; ; made += 1) yield { ...row, filling: 'x'.repeat(1_000) };
      } finally {
        ended = true;
      }
    }
    const response = await jsonResponse({ items: endless() });
    const beforeReading = made;
    expect(beforeReading).toBeLessThan(500);
    const reader = response.body?.getReader();
    for (let chunk = 0; chunk < 10; chunk += 1) await reader?.read();
    expect(made).toBeGreaterThan(beforeReading);
    expect(made).toBeLessThan(2_000);
    await reader?.cancel();
    expect(ended).toBe(true);
  });

  it('of a list with large items writes only a few before it is read', async () => {
    let written = 0;
    const item = { filling: 'x'.repeat(100_000) };
    const items = Array.from({ length: 60 }, () => ({ toJSON: () => (written++, item) }));
    const response = await jsonResponse({ items });
    expect(written).toBeLessThan(10);
    expect(await response.text()).toBe(JSON.stringify({ items: items.map(() => item) }));
  });

  it('lets other tasks run while a long text is created', async () => {
    const response = await jsonResponse({ items: rows(100_000) });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await response.text();
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });
});
