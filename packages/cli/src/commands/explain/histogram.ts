import type { UsageDistribution, UsageMark } from '@trimtab/core';
import { sparkline } from '../../output/bars.ts';

/** A mark that is farther away would leave too little room for the bars, so it is drawn at the end of the line. */
const farthest = 2.5;

/** The letter of a mark under the histogram. */
export const markLetters: Readonly<Record<UsageMark['id'], string>> = {
  request: 'R',
  suggestion: 'S',
  p98: '9',
  peak: 'P',
  limit: 'L',
};

/** The right end of the axis, which begins at 0. */
export function axisEnd({ peak }: UsageDistribution, marks: readonly UsageMark[]): number {
  const near = marks.map(({ value }) => value).filter((value) => value <= peak * farthest);
  return Math.max(peak, ...near);
}

/** One character per column. Its height shows how often the usage had this value; blank means never. */
export function histogramLine({ lowest, step, counts }: UsageDistribution, end: number, width: number): string {
  const column = end / width;
  // All samples are equal.
  if (step <= 0) return '█'.padStart(Math.min(width, Math.floor(lowest / column) + 1));
  // Bins and columns have different widths, so each column gets a part of the bins that it covers.
  const shares = Array.from({ length: width }, (_, index) => {
    const [from, to] = [index * column, (index + 1) * column];
    return counts.reduce((sum, count, bin) => {
      const start = lowest + step * bin;
      return sum + (count * Math.max(0, Math.min(to, start + step) - Math.max(from, start))) / step;
    }, 0);
  });
  const known = shares.map((share) => (share > 1e-9 ? share : null));
  return sparkline(known, { least: 0, most: Math.max(...shares) }).trimEnd();
}

/** The letters of the marks under the histogram. Marks of the same column stand side by side. */
export function markLine(marks: readonly UsageMark[], end: number, width: number): string {
  const columns = Array.from({ length: width }, () => ' ');
  // The last column belongs to marks beyond the axis.
  for (const { id, value } of marks.toSorted((a, b) => Number(b.value > end) - Number(a.value > end))) {
    let column = Math.min(width - 1, Math.floor((value / end) * width));
    while (columns[column] !== ' ' && column < width - 1) column++;
    while (columns[column] !== ' ' && column > 0) column--;
    columns[column] = value > end ? '>' : markLetters[id];
  }
  return columns.join('').trimEnd();
}
