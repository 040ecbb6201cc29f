import { useMemo } from 'react';
import { Tooltip } from '../ui/Tooltip.tsx';
import { groupMarks, type TimeMark } from './mark-groups.ts';
import type { TimeSpan } from './usage-row.ts';

/** The maximum number of texts in a tooltip. */
const mostTexts = 6;
const fills = { danger: 'bg-danger', warning: 'bg-waste-fill', accent: 'bg-accent', quiet: 'bg-ink-3' } as const;
/** The height of the time axis, between the marks and the plot. */
const axisHeight = 24;

/**
 * Marks below the time axis, each with a thin line through the plot. Marks that would overlap become one, so there are
 * few elements for any number of events. Screen readers and keyboard users have the list of events instead.
 */
export function TimeMarks({
  marks,
  span,
  left,
  width,
  height,
}: {
  /** In order of time. */
  marks: readonly TimeMark[];
  span: TimeSpan;
  left: number;
  width: number;
  /** The height of the plot above. */
  height: number;
}) {
  const groups = useMemo(() => groupMarks(marks, span, width), [marks, span, width]);
  return (
    <div aria-hidden="true" className="relative h-full" style={{ marginLeft: left, width }} data-marks>
      {groups.map(({ x, texts, tone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dragging the brush moves the marks instead of creating them again
        <Tooltip key={index} text={tooltipOf(texts)}>
          <span
            className="absolute top-0.5 left-0 -ml-1.5 flex size-3 items-center justify-center"
            style={{ transform: `translateX(${Math.round(x * 10) / 10}px)` }}
          >
            <span className={`size-2 rotate-45 ${fills[tone]}`} />
            <span
              className={`pointer-events-none absolute left-1/2 w-px opacity-30 ${fills[tone]}`}
              style={{ height: height - axisHeight, bottom: `calc(100% + ${axisHeight}px)` }}
            />
          </span>
        </Tooltip>
      ))}
    </div>
  );
}

const tooltipOf = (texts: readonly string[]): string =>
  [...texts.slice(0, mostTexts), ...(texts.length > mostTexts ? [`and ${texts.length - mostTexts} more`] : [])].join(
    '\n',
  );
