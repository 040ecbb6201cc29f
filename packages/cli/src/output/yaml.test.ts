import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { manifest, yaml } from './yaml.ts';

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

test.each([
  'yes',
  'No',
  'on',
  'OFF',
  'y',
  'N',
  '1_000',
  '12:30',
  '12:30:45',
  '0o17',
  '017',
  '0b1',
  '+.inf',
  '.nan',
  '~',
  '2026-11-18',
  '<<',
  '=',
])('YAML 1.1 and 1.2 both read the text %s as text', (text) => {
  const both = yaml({ [text]: text });
  for (const version of ['1.1', '1.2'] as const) {
    expect(parse(both, { version })).toEqual({ [text]: text });
  }
  expect(manifest({ [text]: text })).toBe(`"${text}": "${text}"\n`);
});
