import { expect, it } from 'vitest';
import { chooseTab } from './choose-tab.ts';

it.each([
  // chosen, autonomous page, recommendation page, shown
  [null, 'filled', 'filled', 'autonomous'],
  [null, 'filled', 'pending', 'autonomous'],
  [null, 'empty', 'filled', 'recommendation'],
  [null, 'empty', 'empty', 'autonomous'],
  [null, 'pending', 'filled', null],
  [null, 'empty', 'pending', null],
  [null, 'failed', 'filled', 'autonomous'],
  [null, 'empty', 'failed', 'recommendation'],
  ['recommendation', 'filled', 'pending', 'recommendation'],
  ['recommendation', 'filled', 'failed', 'recommendation'],
  ['recommendation', 'filled', 'empty', 'autonomous'],
  ['autonomous', 'empty', 'filled', 'recommendation'],
] as const)('chosen %s, autonomous %s, recommendation %s: shows %s', (chosen, autonomous, recommendation, shown) => {
  expect(chooseTab(chosen, { autonomous, recommendation })).toBe(shown);
});
