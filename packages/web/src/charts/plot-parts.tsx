import { formatDate } from '@trimtab/core';
import type { ReactNode } from 'react';
import { tickText, timeTicks } from './time-ticks.ts';
import type { TimeSpan } from './usage-row.ts';

/** The labels of an axis. */
export const axis = { fontSize: 11, fill: 'var(--color-ink-3)' } as const;
/** Space to the right of the plot, so that the last tick label is not cut off. */
export const plotRight = 16;
/** A plot is focusable, so its clipping must leave space for the focus ring. */
export const ringInside = '[&_svg]:-outline-offset-2';

/** The ticks of a time axis of `width` pixels, and the time between two of them. */
export function axisTicks({ from, to }: TimeSpan, width: number) {
  const ticks = timeTicks(from, to, Math.max(2, Math.floor(width / 90)));
  return { ticks, step: (ticks[1] ?? 0) - (ticks[0] ?? 0) };
}

/** The props of a time axis of `width` pixels. */
export function timeAxis(span: TimeSpan, width: number) {
  const { ticks, step } = axisTicks(span, width);
  return {
    dataKey: 'at',
    type: 'number',
    domain: [span.from, span.to],
    ticks,
    tickFormatter: (at: number) => tickText(at, step),
    tick: axis,
    tickLine: false,
    axisLine: { stroke: 'var(--color-line-strong)' },
    height: 24,
    interval: 0,
  } as const;
}

/** The props of an axis of values from 0 to the last tick. */
export const valueAxis = (ticks: number[], format: (value: number) => string) =>
  ({
    ticks,
    domain: [0, ticks.at(-1) ?? 1],
    tickFormatter: (value: number) => format(value),
    tick: axis,
    tickLine: false,
    axisLine: false,
    interval: 0,
  }) as const;

/** The values at the crosshair: the time, and one `CrosshairValue` for each value. */
export function ReadingCard({ at, children }: { at: number; children: ReactNode }) {
  return (
    <div className="rounded-md border bg-raised px-3 py-2 text-small shadow-raised">
      <p className="mb-1 text-ink-3">{formatDate(at, 'MMM d, HH:mm')}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5">{children}</dl>
    </div>
  );
}

export function CrosshairValue({ term, color, text }: { term: string; color: string; text: string }) {
  return (
    <>
      <dt className="flex items-center gap-1.5 text-ink-2">
        <span aria-hidden="true" className={`size-2 rounded-full forced-color-adjust-none ${color}`} />
        {term}
      </dt>
      <dd className="text-right font-medium">{text}</dd>
    </>
  );
}
