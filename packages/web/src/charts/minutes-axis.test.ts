import { expect, test } from 'vitest';
import { minutesAxis } from './minutes-axis.ts';

test('minutes a day have their places on a logarithmic axis that begins at 0', () => {
  const { x, ticks } = minutesAxis(1_440, 40, 270);
  expect([x(0), x(1_440)]).toEqual([40, 310]);
  expect(x(5)).toBeCloseTo(40 + (Math.log(6) / Math.log(1_441)) * 270, 6);
  expect(ticks).toEqual([0, 5, 15, 60, 240, 1_440]);
});

test('ticks that would touch are left out, and 0 always stays', () => {
  expect(minutesAxis(1_440, 40, 120).ticks).toEqual([0, 60, 1_440]);
  expect(minutesAxis(0, 40, 270).ticks).toEqual([0, 1]);
  expect(minutesAxis(3, 40, 270).ticks).toEqual([0, 1]);
});
