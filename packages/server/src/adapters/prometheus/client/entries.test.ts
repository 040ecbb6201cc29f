import { expect, test } from 'vitest';
import { createEntryReader, type Path } from './entries.ts';

function read(path: Path, text: string, size = text.length) {
  const entries: unknown[] = [];
  const reader = createEntryReader(
    path,
    (entry) => entries.push(entry),
    () => new Error('too long'),
  );
  let values = 0;
  for (let at = 0; at < text.length; at += size) values += reader.add(text.slice(at, at + size));
  return { entries, values, outside: reader.outside() };
}

const series = [
  { metric: { pod: 'a","result":[{}]', path: 'C:\\' }, values: [[0, '1']] },
  { metric: { result: '"\\"' }, values: [] },
  { metric: {}, values: [[0.5, 'NaN'], [1, '2']] }, // biome-ignore format: one line an entry
];
const around = (result: unknown) => ({
  status: 'success',
  data: { resultType: 'matrix', stats: { samples: { result: [1] }, text: '"result":[' }, result, more: { a: [2] } },
  warnings: ['one', 'two, three]'],
});

test('a response in parts of any size gives its entries and what is around them', () => {
  for (const text of [JSON.stringify(around(series)), JSON.stringify(around(series), null, 3)]) {
    for (let size = 1; size <= text.length; size += 1) {
      const { entries, outside } = read('query_range', text, size);
      expect(entries).toEqual(series);
      expect(JSON.parse(outside)).toEqual(around([]));
    }
  }
});

test.each<[Path, string, unknown[]]>([
  ['query', '{"data":{"result": [ ] }}', []],
  ['query', '{"data":{"result":[7,"a",null]}}', [7, 'a', null]],
  ['query', '{"status":"error","error":"x"}', []],
  ['label/__name__/values', '{"data":["up","down"],"warnings":["w"]}', ['up', 'down']],
  ['metadata', '{"data":{"up":[{"type":"gauge"}],"odd":"text"}}', [{ up: [{ type: 'gauge' }] }, { odd: 'text' }]],
])('%s: the entries of %s', (path, text, expected) => {
  expect(read(path, text).entries).toEqual(expected);
});

test('brackets and commas count as values, those in strings do not', () => {
  expect(read('query', '{"data":{"result":[{"a":"[,{"},1]}}').values).toBe(5);
});

test.each(['[1,]', '[,1]', '[1 2]', '[}]', '[{"a":1]'])('the list %s is not JSON', (list) => {
  expect(() => JSON.parse(read('query', `{"data":{"result":${list}}}`).outside)).toThrow(SyntaxError);
});

test('lists within lists may not be deep', () => {
  expect(() => read('query', `{"data":{"result":[${'['.repeat(40)}`)).toThrow('too long');
  expect(() => read('query', `{"data":${'['.repeat(40)}`)).toThrow('too long');
});

test('an entry, or what is around the entries, may not be long', () => {
  const long = ' '.repeat(600_000);
  expect(() => read('query', `{"data":{"result":[${long}`)).toThrow('too long');
  expect(() => read('query', `{"data":${long}`, 1000)).toThrow('too long');
});

const withLabel = (length: number) => `{"data":{"result":[{"metric":{"pod":"${'é'.repeat(length)}"}}]}}`;

test('a label of a series may have 4,096 characters', () => {
  for (const size of [1, 1000, 100_000]) {
    expect(read('query', withLabel(4096), size).entries).toHaveLength(1);
    expect(() => read('query', withLabel(4097), size)).toThrow('a label of more than 4096 characters');
  }
  // The limit is for one string.
  const labels = Array.from({ length: 10 }, (_, index) => `"label_${index}":"${'k'.repeat(1000)}"`);
  expect(read('query', `{"data":{"result":[{"metric":{${labels.join(',')}}}]}}`, 700).entries).toHaveLength(1);
  const help = `{"data":{"up":[{"help":"${'k'.repeat(5000)}"}]}}`;
  expect(read('metadata', help).entries).toHaveLength(1);
});
