import { memo } from 'react';
import { Tooltip } from '../ui/Tooltip.tsx';
import { groupMarks, type TimeMark, tones } from './mark-groups.ts';
import type { TimeSpan } from './usage-row.ts';

/** The maximum number of texts in a tooltip. */
const mostTexts = 6;
const colors = {
  danger: 'var(--color-danger)',
  warning: 'var(--color-waste-fill)',
  accent: 'var(--color-accent)',
  quiet: 'var(--color-ink-3)',
} as const;
/** The height of the time axis, between the marks and the plot. */
const axisHeight = 24;
/** The vertical center of a mark and half of its diagonal. */
const [middle, half] = [8, 5.66];

/** The marks of a plot, in order of time. */
type MarkProps = { marks: readonly TimeMark[]; span: TimeSpan; width: number };

/**
 * Marks below the time axis, each with a thin line through the plot. Marks that would overlap become one. All marks of a
 * tone are one path, because they move with each frame while the brush is dragged. Screen readers and keyboard users have
 * the list of events instead.
 */
export function TimeMarks({
  marks,
  span,
  hintSpan,
  left,
  width,
  height,
}: MarkProps & {
  /** The span whose marks have tooltips. It need not follow the brush while that is dragged. */
  hintSpan: TimeSpan;
  left: number;
  /** The height of the plot above. */
  height: number;
}) {
  const groups = groupMarks(marks, span, width);
  const bottom = middle - 6 - axisHeight;
  return (
    <div aria-hidden="true" className="relative h-full" style={{ marginLeft: left, width }} data-marks>
      <svg width={width} height="100%" className="pointer-events-none block overflow-visible">
        {tones.map((tone) => {
          const places = groups.filter((group) => group.tone === tone).map(({ x }) => Math.round(x * 10) / 10);
          if (places.length === 0) return null;
          const lines = places.map((x) => `M${x} ${bottom}v${axisHeight - height}h1v${height - axisHeight}z`).join('');
          const marked = places.map(
            (x) => `M${x - half} ${middle}l${half} ${half} ${half} ${-half} ${-half} ${-half}z`,
          );
          return (
            <g key={tone} fill={colors[tone]}>
              <path d={lines} opacity={0.3} />
              <path d={marked.join('')} />
            </g>
          );
        })}
      </svg>
      <Hints marks={marks} span={hintSpan} width={width} />
    </div>
  );
}

/** The area that shows the tooltip of a mark. */
const Hints = memo(({ marks, span, width }: MarkProps) =>
  groupMarks(marks, span, width).map(({ x, texts }) => (
    <Tooltip key={x} text={tooltipOf(texts)}>
      <span className="absolute top-0.5 -ml-1.5 size-3" style={{ left: x }} />
    </Tooltip>
  )),
);

const tooltipOf = (texts: readonly string[]): string =>
  [...texts.slice(0, mostTexts), ...(texts.length > mostTexts ? [`and ${texts.length - mostTexts} more`] : [])].join(
    '\n',
  );
