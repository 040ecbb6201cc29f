import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { table } from '../output/table.ts';
import { fit, place } from './fit.ts';
import { draw } from './screen.ts';

const rows = ['short', 'a-name-of-thirty-two-characters!', '名前空間', '👩‍👩‍👧 family', 'e\u0301clair'];
const columns = [
  { id: 'a', header: 'A', text: (name: string) => name, minimum: 8 },
  { id: 'b', header: 'B', text: () => 'fixed' },
  { id: 'c', header: 'C', text: () => 'may be left out', optional: true },
];

test('a table that fits keeps its natural widths', () => {
  expect(fit(table(rows, columns), 80)).toEqual({ widths: [32, 5, 15], leftOut: [] });
});

test('shrinkable columns are cut first, then optional columns are omitted', () => {
  expect(fit(table(rows, columns), 40)).toEqual({ widths: [16, 5, 15], leftOut: [] });
  expect(fit(table(rows, columns), 30)).toEqual({ widths: [23, 5, null], leftOut: ['C'] });
});

test('an omitted column without a header is not reported', () => {
  const bar = { id: 'bar', header: '', text: () => '████████', optional: true };
  expect(fit(table(rows, [...columns, bar]), 30)).toEqual({ widths: [23, 5, null, null], leftOut: ['C'] });
});

test('a long sentence wraps without losing a word', () => {
  const sentence = {
    id: 's',
    header: 'S',
    text: () => 'Underprovisioned, 名前空間名前空間: high',
    minimum: 8,
    wraps: true,
  };
  const [screen] = draw([table(['x'], [sentence])], { columns: 12, color: false }).parts;
  expect((screen ?? '').split('\n').slice(1).join('|')).toBe('Underprovisi|oned,|名前空間名前|空間:|high|');
});

test('no line exceeds the terminal, down to a width of 1', () => {
  for (let width = 1; width < 60; width += 1) {
    const [screen] = draw([table(rows, columns)], { columns: width, color: true }).parts;
    const lines = (screen ?? '').trimEnd().split('\n');
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
    expect(lines).toHaveLength(rows.length + 1);
  }
});

test('rows beyond the first write have the same columns', () => {
  const many = Array.from({ length: 1_500 }, (_, index) => `row-${index}`);
  const screen = [...draw([table(many, columns)], { columns: 30, color: true }).parts].join('');
  const lines = screen.trimEnd().split('\n');
  expect(lines).toHaveLength(1_501);
  expect(new Set(lines.slice(1).map((line) => line.indexOf('fixed'))).size).toBe(1);
});

test('columns are aligned by display width in any script', () => {
  const [screen] = draw([table(rows, columns.slice(0, 2))], { columns: 30, color: false }).parts;
  const lines = (screen ?? '').trimEnd().split('\n').slice(1);
  expect(lines.map((line) => stringWidth(line))).toEqual(lines.map(() => 30));
});

test('a cell is cut at whole characters and padded to its width', () => {
  expect(place('名前空間', 6, 'left')).toBe('名前… ');
  expect(place('42%', 6, 'right')).toBe('   42%');
});
