import { expect, test } from 'vitest';
import { wantsColor } from './style.ts';

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ TERM: 'dumb' }, true, false],
  [{ CLICOLOR: '0' }, true, false],
  [{ CLICOLOR_FORCE: '1' }, false, true],
  [{ CLICOLOR_FORCE: '0' }, false, false],
  [{ CLICOLOR_FORCE: '1', NO_COLOR: '1' }, true, false],
  [{ CLICOLOR_FORCE: '1', TERM: 'dumb' }, true, true],
])('%j on a terminal (%s): color is %s', (environment, isTerminal, wanted) => {
  expect(wantsColor(environment, isTerminal)).toBe(wanted);
});
