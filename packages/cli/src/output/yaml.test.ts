import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { yaml } from './yaml.ts';

const item = { name: 'no', labels: { 'a: b': null }, parts: [1.5, 'x\ny'], none: [] };
const written = yaml({ items: [item] }).slice('items:\n'.length);

test.each([1, 200, 201, 450])('%i items parse like single items', (count) => {
  const data = { total: count, items: Array.from({ length: count }, () => item), 'next: page': '1e3' };
  const text = yaml(data);
  expect(text).toBe(`total: ${count}\nitems:\n${written.repeat(count)}"next: page": "1e3"\n`);
  expect(parse(text)).toEqual(data);
});

test('an empty list and other data', () => {
  expect(yaml({ items: [] })).toBe('items: []\n');
  expect(yaml(['a'])).toBe('- a\n');
});
