import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readPrices } from './read-prices.ts';
import { UsageError } from './start-errors.ts';

/** What is read from a file with this text. */
function read(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-prices-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'prices.json');
  writeFileSync(file, text);
  return readPrices(file);
}
const aPrice = { types: 'm5.*', region: 'eu-west-1', capacity_type: 'spot', hourly_per_cpu: 0.021 };
const withPrice = (price: object) => JSON.stringify({ date: 'May 2026', source: 'ours', prices: [aPrice, price] });

describe('the file of --prices', () => {
  it('is read', async () => {
    expect(await read(withPrice({ types: 'm5.large', hourly: 0.1 }))).toEqual({
      date: 'May 2026',
      source: 'ours',
      prices: [aPrice, { types: 'm5.large', hourly: 0.1 }],
    });
  });

  it.each([
    ['no JSON', 'date: May', 'is not JSON'],
    ['empty', '', 'is not JSON'],
    ['a list', '[]', 'is wrong at its top'],
    ['without a source', JSON.stringify({ date: 'May', prices: [] }), 'is wrong at source'],
    ['with an unknown field', JSON.stringify({ date: 'May', source: 's', prices: [], currency: 'EUR' }), 'at its top'],
    ['a price without types', withPrice({ hourly: 1 }), 'is wrong at prices.1.types'],
    ['a price with two stars', withPrice({ types: '*.*', hourly: 1 }), 'is wrong at prices.1.types'],
    ['a price without an amount', withPrice({ types: 'm5.large' }), 'is wrong at prices.1'],
    ['a price with both amounts', withPrice({ ...aPrice, hourly: 1 }), 'is wrong at prices.1'],
    ['a price of 0', withPrice({ types: 'm5.large', hourly: 0 }), 'is wrong at prices.1.hourly'],
    ['a price as text', withPrice({ types: 'm5.large', hourly: '0.1' }), 'is wrong at prices.1.hourly'],
    ['an unknown capacity', withPrice({ ...aPrice, capacity_type: 'Spot' }), 'is wrong at prices.1.capacity_type'],
    ['a misspelled field', withPrice({ types: 'm5.large', hourly_per_core: 1 }), 'is wrong at prices.1'],
  ])('is refused with its place: %s', async (_, text, problem) => {
    await expect(read(text)).rejects.toThrow(problem);
    await expect(read(text)).rejects.toThrow(UsageError);
  });

  it('is refused if it is missing', async () => {
    await expect(readPrices('/nonexistent/prices.json')).rejects.toThrow(
      'The file of --prices, /nonexistent/prices.json, cannot be read: the file does not exist.',
    );
  });
});
