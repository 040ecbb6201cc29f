/** The SVG path of a line that is interrupted at missing values. */
export function pathOf(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let isDown = false;
  let path = '';
  for (const [index, value] of values.entries()) {
    if (value !== null)
      path += `${isDown ? 'L' : 'M'}${Math.round(x(index) * 10) / 10} ${Math.round(y(value) * 10) / 10}`;
    isDown = value !== null;
  }
  return path;
}
