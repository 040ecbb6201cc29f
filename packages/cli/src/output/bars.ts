/** Eighths of a block: a bar of 24 columns has 192 possible lengths. */
const eighthBlocks = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const steps = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** A bar for a value from 0 to `most`. A positive value has at least an eighth of a block. Null and 0 have no bar. */
export function bar(value: number | null, most: number, width: number): string {
  if (value === null || !(value > 0) || !(most > 0)) return '';
  const eighths = Math.min(width * 8, Math.max(1, Math.round((value / most) * width * 8)));
  return '█'.repeat(Math.floor(eighths / 8)) + (eighthBlocks[eighths % 8] ?? '');
}

/** A bar for a negative value. It uses another character, so that color is not the only difference. */
export const lossBar = (value: number, most: number, width: number): string =>
  '░'.repeat(bar(-value, most, width).length);

/** The smallest and largest known value of several series, as a common scale; null without values. */
export function extent(...series: readonly (readonly (number | null)[])[]): { least: number; most: number } | null {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const values of series) {
    for (const value of values) {
      if (value !== null && value < least) least = value;
      if (value !== null && value > most) most = value;
    }
  }
  return most < least ? null : { least, most };
}

/** At most this many values, each the highest known one of its part, so that peaks stay; null without values. */
export function resample(values: readonly (number | null)[], count: number): (number | null)[] {
  if (values.length <= count) return [...values];
  return Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * values.length) / count);
    const to = Math.floor(((part + 1) * values.length) / count);
    return extent(values.slice(from, to))?.most ?? null;
  });
}

/** One character per value on the scale; a space for null. */
export function sparkline(
  values: readonly (number | null)[],
  { least, most }: { least: number; most: number },
): string {
  const step = (value: number): string => {
    const share = most > least ? (value - least) / (most - least) : 0.5;
    return steps[Math.max(0, Math.min(steps.length - 1, Math.floor(share * steps.length)))] ?? ' ';
  };
  return values.map((value) => (value === null ? ' ' : step(value))).join('');
}
