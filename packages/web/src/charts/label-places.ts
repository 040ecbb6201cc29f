/** A marked point of a plot in pixels, with the width of its label. */
export type Labeled = { readonly x: number; readonly y: number; readonly width: number };
/** The place of a label: the left end and the baseline of its text. */
export type LabelPlace = { readonly x: number; readonly y: number };

export const labelHeight = 14;
const gap = 9;

type Area = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

/**
 * Places the labels of points on a falling curve, which leaves the area to its upper right free. Each label is to the
 * right of its point, and is moved up where labels would overlap. The labels stay within the area if it is high enough
 * for all of them.
 */
export function placeLabels(points: readonly Labeled[], { left, right, top, bottom }: Area): LabelPlace[] {
  const places: LabelPlace[] = points.map(({ x, y, width }) => ({
    x: Math.max(left, Math.min(x + gap, right - width)),
    y: Math.min(y - 4, bottom - 2),
  }));
  const lowestFirst = points.map((_, index) => index).toSorted((a, b) => (points[b]?.y ?? 0) - (points[a]?.y ?? 0));
  let below = Number.POSITIVE_INFINITY;
  for (const index of lowestFirst) below = move(places, index, (y) => Math.min(y, below - labelHeight));
  let above = top + labelHeight - 3;
  for (const index of lowestFirst.toReversed()) above = move(places, index, (y) => Math.max(y, above)) + labelHeight;
  return places;
}

function move(places: LabelPlace[], index: number, to: (y: number) => number): number {
  const place = places[index] ?? { x: 0, y: 0 };
  const y = to(place.y);
  places[index] = { ...place, y };
  return y;
}
