type Scale = (value: number) => number;
type Values = readonly (number | null)[];

/** The SVG path of a line that is interrupted at missing values. */
export function pathOf(values: Values, x: Scale, y: Scale): string {
  let isDown = false;
  let path = '';
  for (const [index, value] of values.entries()) {
    if (value !== null) path += `${isDown ? 'L' : 'M'}${round(x(index))} ${round(y(value))}`;
    isDown = value !== null;
  }
  return path;
}

/** The path of a step line, where each value applies until the next one. A repeated value adds no point. */
export function stepPathOf(values: Values, x: Scale, y: Scale): string {
  let last: number | null = null;
  let path = '';
  for (const [index, value] of values.entries()) {
    const hasChanged = value !== last;
    if (last !== null && (hasChanged || index === values.length - 1)) path += `H${round(x(index))}`;
    if (value !== null && hasChanged) path += `${last === null ? `M${round(x(index))} ` : 'V'}${round(y(value))}`;
    last = value;
  }
  return path;
}

/** The path of the area between a line and zero. Each part of it ends before a missing value. */
export function groundPathOf(values: Values, x: Scale, y: Scale): string {
  const ground = round(y(0));
  let start: number | null = null;
  let path = '';
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const at = round(x(index));
    path += `${start === null ? 'M' : 'L'}${at} ${round(y(value))}`;
    start ??= at;
    if ((values[index + 1] ?? null) !== null) continue;
    path += `V${ground}H${start}Z`;
    start = null;
  }
  return path;
}

/** The path of the area between two values of each index. Each part of it ends before a missing range. */
export function areaPathOf(
  ranges: readonly (readonly [low: number, high: number] | null)[],
  x: Scale,
  y: Scale,
): string {
  let path = '';
  let back = '';
  for (const [index, range] of ranges.entries()) {
    if (range !== null) {
      const at = round(x(index));
      path += `${back === '' ? 'M' : 'L'}${at} ${round(y(range[1]))}`;
      back = `L${at} ${round(y(range[0]))}${back}`;
    }
    if (back !== '' && (range === null || index === ranges.length - 1)) {
      path += `${back}Z`;
      back = '';
    }
  }
  return path;
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10;
