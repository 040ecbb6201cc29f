import { expect, test } from 'vitest';
import { csvCell } from './csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-38%', "'-38%"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'^I=1"],
  ['\r=1', "'^M=1"],
  ['\n=1', "'^J=1"],
  ['\u0000=1', "'^@=1"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠a', "'＠a"],
  ['\u200b=1', "'=1"],
  ['=cmd|"/c calc"!A1', `"'=cmd|""/c calc""!A1"`],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['web', 'web'],
  ['', ''],
])('a formula becomes text: %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('numbers stay numbers, also negative ones; null is empty', () => {
  expect([0, -1.5, 1e21, Number.NaN, Number.POSITIVE_INFINITY, null].map(csvCell)).toEqual([
    '0',
    '-1.5',
    '1e+21',
    '',
    '',
    '',
  ]);
});
