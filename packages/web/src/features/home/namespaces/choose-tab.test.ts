import { expect, it } from 'vitest';
import { chooseTab } from './choose-tab.ts';

const some = { autonomous: 1, recommendation: 1 };

it.each([
  // chosen, autonomous page, recommendation page, shown
  [null, 'filled', 'filled', 'autonomous'],
  [null, 'filled', 'pending', 'autonomous'],
  [null, 'empty', 'filled', 'recommendation'],
  [null, 'empty', 'empty', 'none'],
  ['autonomous', 'empty', 'empty', 'none'],
  [null, 'pending', 'filled', null],
  [null, 'empty', 'pending', null],
  [null, 'failed', 'filled', 'autonomous'],
  [null, 'empty', 'failed', 'recommendation'],
  ['recommendation', 'filled', 'pending', 'recommendation'],
  ['recommendation', 'filled', 'failed', 'recommendation'],
  ['recommendation', 'filled', 'empty', 'autonomous'],
  ['autonomous', 'empty', 'filled', 'recommendation'],
] as const)('chosen %s, autonomous %s, recommendation %s: shows %s', (chosen, autonomous, recommendation, shown) => {
  expect(chooseTab(chosen, { autonomous, recommendation }, some)).toBe(shown);
});

it.each([
  // chosen, autonomous page, recommendation page, shown if no autonomous target is listed
  [null, 'failed', 'filled', 'recommendation'],
  [null, 'failed', 'failed', 'recommendation'],
  [null, 'failed', 'pending', null],
  [null, 'failed', 'empty', 'none'],
  [null, 'filled', 'filled', 'autonomous'],
  ['autonomous', 'failed', 'filled', 'recommendation'],
  ['autonomous', 'pending', 'filled', null],
  ['autonomous', 'filled', 'filled', 'autonomous'],
] as const)(
  'chosen %s, autonomous %s but not listed, recommendation %s: shows %s',
  (chosen, autonomous, recommendation, shown) => {
    expect(chooseTab(chosen, { autonomous, recommendation }, { autonomous: 0, recommendation: 3 })).toBe(shown);
  },
);
