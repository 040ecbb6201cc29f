import { expect, it } from 'vitest';
import { createProgress } from './progress.ts';

it('prints at most one line in 15 seconds, and none while no test finishes', () => {
  const lines: string[] = [];
  let time = 0;
  const progress = createProgress(
    (line) => lines.push(line),
    () => time,
  );
  for (let second = 1; second <= 40; second += 1) {
    time = second * 1_000;
    progress.report(`${second}/100 tests`);
  }
  time = 1_000_000;
  expect(lines).toEqual(['   15/100 tests', '   30/100 tests']);
});
