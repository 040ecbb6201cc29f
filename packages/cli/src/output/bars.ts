/** Eighths of a block, so that a bar of 24 columns tells 192 lengths. */
const eighthBlocks = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const steps = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** A bar for a value on a scale that ends at `most`. What is there at all shows at least an eighth; nothing shows nothing. */
export function bar(value: number | null, most: number, width: number): string {
  if (value === null || !(value > 0) || !(most > 0)) return '';
  const eighths = Math.min(width * 8, Math.max(1, Math.round((value / most) * width * 8)));
  return '█'.repeat(Math.floor(eighths / 8)) + (eighthBlocks[eighths % 8] ?? '');
}

/** The same for a value below zero, which color alone must not tell from one above. */
export const lossBar = (value: number, most: number, width: number): string =>
  '░'.repeat(bar(-value, most, width).length);

/** The smallest and the largest known value of several series, so that they can share a scale; null without any. */
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

/** One character a value, from the least to the most of a scale; a space where nothing is known. */
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
