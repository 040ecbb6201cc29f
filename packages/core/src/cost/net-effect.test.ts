import { expect, test } from 'vitest';
import { differingNetEffect, explainNetEffect } from './net-effect.ts';

test.each([
  ['equal', 0.1, 0.1],
  ['10 % less', 0.1, 0.09],
  ['both zero', 0, 0],
  ['both less than half a cent a year', 0, -1e-7],
  ['unknown net effect', 0.1, null],
  ['a server without the field', 0.1, undefined],
  ['not a number', 0.1, Number.NaN],
])('a net effect is not mentioned if it says the same: %s', (_case, hourly, net) => {
  expect(differingNetEffect({ hourly, net })).toBeNull();
  expect(explainNetEffect({ hourly, net })).toBeNull();
});

test.each([
  [0.1, 0.05, 'saves $438 a year.'],
  [0.1, -0.05, 'costs $438 a year more.'],
  [0, -0.05, 'costs $438 a year more.'],
  [null, 0.05, 'saves $438 a year.'],
  [-0.1, -0.05, 'costs $438 a year more.'],
  [-0.1, 0, 'does not change the cost.'],
])('a gap of %s and a net effect of %s: all suggestions together %s', (hourly, net, text) => {
  expect(explainNetEffect({ hourly, net })).toBe(`Applying all suggestions together ${text}`);
});
