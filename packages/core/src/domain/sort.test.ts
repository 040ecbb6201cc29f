import { expect, test } from 'vitest';
import { defaultSort, nextSort, parseSort, parseSortBy, sortParameter } from './sort.ts';

test('a sort is a sign and a field, and can be sent in a query', () => {
  for (const text of ['+name', '-name', '+mode', '-mode', '+cost', '-cost']) {
    const sort = parseSort(text);
    expect(sort && sortParameter(sort)).toBe(text);
  }
  expect(new URLSearchParams({ sort: sortParameter(defaultSort) }).toString()).toBe('sort=%2Bname');
});

test('a leading blank and a bare field are ascending', () => {
  expect(parseSort(new URLSearchParams('sort=+cost').get('sort'))).toEqual({ field: 'cost', direction: 'ascending' });
  expect(parseSort('cost')).toEqual({ field: 'cost', direction: 'ascending' });
});

test('as a parameter of the API, a field needs a sign', () => {
  const fields = ['name', 'oom_kills'] as const;
  expect(parseSortBy('-oom_kills', fields)).toEqual({ field: 'oom_kills', direction: 'descending' });
  expect(parseSortBy(' name', fields)).toEqual({ field: 'name', direction: 'ascending' });
  for (const text of ['name', '+cost', '+', '', null]) expect(parseSortBy(text, fields)).toBeNull();
});

test.each(['', '+', '+age', '--cost', '+name,+cost', 'constructor', null, undefined])(
  '%j is not a valid sort',
  (text) => {
    expect(parseSort(text)).toBeNull();
  },
);

test('the same field reverses the direction, a new one starts ascending, cost descending', () => {
  expect(nextSort(defaultSort, 'name')).toEqual({ field: 'name', direction: 'descending' });
  expect(nextSort({ field: 'name', direction: 'descending' }, 'name')).toEqual(defaultSort);
  expect(nextSort(defaultSort, 'mode')).toEqual({ field: 'mode', direction: 'ascending' });
  expect(nextSort(defaultSort, 'cost')).toEqual({ field: 'cost', direction: 'descending' });
});
