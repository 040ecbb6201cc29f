import { pathOf } from './path-of.ts';

const width = 96;
const height = 24;
const inset = 2;

export type SparklineProps = {
  values: readonly (number | null)[];
  /** A reference value, drawn as a horizontal line, such as the request. */
  highest: number | null;
  label: string;
  /** Formats the values for the text that screen readers get instead of the line. */
  format: (value: number | null) => string;
};

/** A line chart without axes. Missing values leave gaps. The scale runs from 0 to `highest` or above. */
export function Sparkline({ values, highest, label, format }: SparklineProps) {
  const top = Math.max(highest ?? 0, ...values.map((value) => value ?? 0));
  const x = (index: number) => inset + (index * (width - 2 * inset)) / Math.max(1, values.length - 1);
  const y = (value: number) => height - inset - (top === 0 ? 0 : (value / top) * (height - 2 * inset));
  const text = `${label}: ${inWords(values, format)}`;
  return (
    <svg
      {...{ role: 'img', 'aria-label': text, 'data-tooltip': text }}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      height={height}
      className="w-full"
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

function inWords(values: readonly (number | null)[], format: SparklineProps['format']): string {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return 'none is known.';
  const missing = values.length - known.length;
  return `lowest ${format(Math.min(...known))}, highest ${format(Math.max(...known))}, newest ${format(values.at(-1) ?? null)}${missing > 0 ? `, ${missing} not known` : ''}.`;
}
