/** A label that belongs to a place on a line. */
type Label = { readonly x: number; readonly width: number };
type Placed = { readonly left: number; readonly row: number };

const gap = 8;

/**
 * Assigns labels above a line to rows. Each label begins near its place and stays within the area. Row 0 is the
 * highest. A label that would overlap another one moves to the next row.
 */
export function placeRows(labels: readonly Label[], area: { readonly left: number; readonly right: number }): Placed[] {
  const ends: number[] = [];
  const places = new Map<Label, Placed>();
  for (const label of labels.toSorted((a, b) => a.x - b.x)) {
    const left = Math.max(area.left, Math.min(label.x - 3, area.right - label.width));
    const free = ends.findIndex((end) => end + gap <= left);
    const row = free < 0 ? ends.length : free;
    ends[row] = left + label.width;
    places.set(label, { left, row });
  }
  return labels.map((label) => places.get(label) ?? { left: label.x, row: 0 });
}
