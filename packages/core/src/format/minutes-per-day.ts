import { type Figure, orMissing } from './missing.ts';
import { printDecimal } from './round.ts';

/** Minutes a day with one decimal below 10: `0.4`, `12`, `1,020`. A number that is too small to show is `<0.1`, because it is not 0. */
export function formatMinutesPerDay(minutes: Figure): string {
  return orMissing(minutes, (known) => {
    if (known > 0 && known < 0.05) return '<0.1';
    return printDecimal(known, { min: 0, max: known < 9.95 ? 1 : 0, grouping: true });
  });
}
