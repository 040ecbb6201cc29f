const decimalSteps = [1, 2, 2.5, 5, 10];
const binarySteps = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];

/**
 * Round figures from 0 up to and including the first at or above `highest`: about `count` of them. In base 1,024 they are
 * round in binary units, so that an axis says 512 MiB and not 476.8 MiB.
 */
export function valueTicks(highest: number, base: 1_000 | 1_024, count = 5): number[] {
  if (!(highest > 0) || !Number.isFinite(highest)) return [0, 1];
  const wanted = highest / count;
  const unit =
    base === 1_000
      ? 10 ** Math.floor(Math.log10(wanted))
      : 1_024 ** Math.max(0, Math.floor(Math.log2(Math.max(1, wanted)) / 10));
  const steps = base === 1_000 ? decimalSteps : binarySteps;
  const step = unit * (steps.find((candidate) => candidate * unit >= wanted * (1 - 1e-9)) ?? 10);
  const top = Math.max(1, Math.ceil((highest / step) * (1 - 1e-9)));
  return Array.from({ length: top + 1 }, (_, index) => index * step);
}
