import process from 'node:process';
import { isHeld, type Line, median } from './report.ts';

/** Prints a figure with its reference and its budget, and whether the budget is met. */
export function print(line: Line, isStrict: boolean): void {
  const { what, own, bare, unit, budget, isTime } = line;
  const ratio = bare === null ? '' : `x ${(median(own) / median(bare)).toFixed(2)}`;
  const digits = { kB: 1, MB: 2, ms: 1, '': 0 }[unit];
  const figure = (all: readonly number[]) =>
    `${median(all).toFixed(digits)}${all.length > 1 ? ` (${Math.min(...all).toFixed(0)}–${Math.max(...all).toFixed(0)})` : ''}`;
  const limit = budget === null ? '' : `at most ${'ratio' in budget ? `x ${budget.ratio}` : `${budget.value} ${unit}`}`;
  const verdict = isHeld(line) ? '' : isTime && !isStrict ? 'over' : 'OVER';
  process.stdout.write(
    `${[
      what.padEnd(34),
      unit.padEnd(3),
      figure(own).padEnd(22),
      bare === null ? ''.padEnd(22) : figure(bare).padEnd(22),
    ]
      .concat(ratio.padEnd(9), limit.padEnd(16), verdict)
      .join(' ')
      .trimEnd()}\n`,
  );
}
