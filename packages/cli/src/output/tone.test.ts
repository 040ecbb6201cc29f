import { expect, test } from 'vitest';
import { wantsColour } from './tone.ts';

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
])('%j on a terminal (%s): colour is %s', (environment, isTerminal, wanted) => {
  expect(wantsColour(environment, isTerminal)).toBe(wanted);
});
