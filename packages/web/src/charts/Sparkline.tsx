const width = 96;
const height = 24;
const inset = 2;

/** A line without axes, for a row of figures; gaps stay gaps. The scale begins at 0 and ends at `highest` or above. */
export function Sparkline({
  values,
  highest,
  label,
}: {
  values: readonly (number | null)[];
  /** What the line is measured against, such as a request. */
  highest: number | null;
  label: string;
}) {
  const top = Math.max(highest ?? 0, ...values.map((value) => value ?? 0));
  const x = (index: number) => inset + (index * (width - 2 * inset)) / Math.max(1, values.length - 1);
  const y = (value: number) => height - inset - (top === 0 ? 0 : (value / top) * (height - 2 * inset));
  return (
    <svg
      {...{ role: 'img', 'aria-label': label }}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      height={height}
      className="w-full max-w-24"
    >
      {highest === null ? null : (
        <line
          x1={inset}
          x2={width - inset}
          y1={y(highest)}
          y2={y(highest)}
          className="stroke-line-strong"
          strokeDasharray="2 2"
          vectorEffect="non-scaling-stroke"
        />
      )}
      <path
        d={pathOf(values, x, y)}
        fill="none"
        className="stroke-actual"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** The path of a line that is lifted where a value is missing. */
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
