import type { Line } from '../client/response.ts';

/** A part of the bins: from one on, up to but without another. */
export type Slice = { readonly from: number; readonly to: number };

/** About 6 MiB of an answer: reading it keeps the server from others for some 50 ms. */
const pointsPerAnswer = 250_000;
/** An hour: no part is smaller, however much there is in it. */
const fewestBins = 12;

/** How often the breadth of the answers is looked at when the parts are planned. */
export const breadthStepSeconds = 6 * 3600;

/** Cuts the bins so that no answer grows too large, given how many series there are over time. */
export function planSlices(bins: number, breadth: readonly Line[], startSeconds: number): Slice[] {
  const points = breadth[0]?.points ?? [];
  const slices: Slice[] = [];
  let from = 0;
  let held = 0;
  let probe = 0;
  for (let bin = 0; bin < bins; bin += fewestBins) {
    const time = startSeconds + bin * 300;
    while (probe < points.length - 1 && (points[probe]?.[0] ?? 0) <= time) probe += 1;
    // Between two looks the larger of them holds.
    const series = Math.max(points[probe]?.[1] ?? 0, points[probe - 1]?.[1] ?? 0);
    const more = series * fewestBins;
    if (held > 0 && held + more > pointsPerAnswer) {
      slices.push({ from, to: bin });
      from = bin;
      held = 0;
    }
    held += more;
  }
  return bins > from ? [...slices, { from, to: bins }] : slices;
}

/** The two halves of a part that was too large after all; null when it cannot be cut any more. */
export function halves({ from, to }: Slice): readonly [Slice, Slice] | null {
  if (to - from < 2 * fewestBins) return null;
  const middle = from + Math.floor((to - from) / 2);
  return [
    { from, to: middle },
    { from: middle, to },
  ];
}
