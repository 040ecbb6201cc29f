import { expect, test } from 'vitest';
import { placeRows } from './label-rows.ts';

const area = { left: 0, right: 300 };

test('labels share a row if there is room', () => {
  const labels = [
    { x: 200, width: 50 },
    { x: 10, width: 50 },
  ];
  expect(placeRows(labels, area)).toEqual([
    { left: 197, row: 0 },
    { left: 7, row: 0 },
  ]);
});

test('labels that would overlap take the next row, and stay within the area', () => {
  const labels = [
    { x: 100, width: 80 },
    { x: 110, width: 80 },
    { x: 290, width: 80 },
    { x: 1, width: 20 },
  ];
  const places = placeRows(labels, area);
  expect(places.map(({ row }) => row)).toEqual([0, 1, 0, 0]);
  expect(places[2]?.left).toBe(220);
  expect(places[3]?.left).toBe(0);
});
