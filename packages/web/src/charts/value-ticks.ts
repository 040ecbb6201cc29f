const steps = [1, 2, 2.5, 5, 10];

/** About `count` round values from 0 up to the first one at or above `highest`. */
export function valueTicks(highest: number, count = 5): number[] {
  if (!(highest > 0) || !Number.isFinite(highest)) return [0, 1];
  const wanted = highest / count;
  const unit = 10 ** Math.floor(Math.log10(wanted));
  const step = unit * (steps.find((candidate) => candidate * unit >= wanted * (1 - 1e-9)) ?? 10);
  const top = Math.max(1, Math.ceil((highest / step) * (1 - 1e-9)));
  return Array.from({ length: top + 1 }, (_, index) => index * step);
}
