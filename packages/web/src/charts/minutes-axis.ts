const tickMinutes = [0, 1, 5, 15, 60, 240, 1_440];
const leastTickGap = 34;

/**
 * The axis of minutes a day. It is logarithmic, because a few minutes matter as much as some hours, and it has a place
 * for 0.
 */
export type MinutesAxis = { readonly x: (minutes: number) => number; readonly ticks: readonly number[] };

export function minutesAxis(highest: number, left: number, width: number): MinutesAxis {
  const scale = Math.log1p(Math.max(1, highest));
  const x = (minutes: number) => left + (Math.log1p(minutes) / scale) * width;
  const ticks: number[] = [];
  // Start with the longest time. 0 is always shown and replaces a tick that is too close to it.
  for (const minutes of tickMinutes.toReversed()) {
    const at = x(minutes);
    if (at > left + width + 0.5) continue;
    const next = ticks[0];
    if (minutes === 0) {
      if (next !== undefined && x(next) - at < leastTickGap) ticks.shift();
      ticks.unshift(0);
    } else if (next === undefined || x(next) - at >= leastTickGap) ticks.unshift(minutes);
  }
  return { x, ticks };
}
