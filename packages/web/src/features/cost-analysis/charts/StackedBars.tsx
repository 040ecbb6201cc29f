import { formatMoney, formatMoneyCompact } from '@trimtab/core';
import { type KeyboardEvent, useState } from 'react';
import { useWidth } from '../../../charts/use-width.ts';
import { valueTicks } from '../../../charts/value-ticks.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { barStaggerMs } from '../motion.ts';
import { fills, hatching } from './fills.ts';

/** The bar of one time bucket, in dollars; null if unknown. */
export type StackedBar = {
  key: string;
  label: string;
  savings: number | null;
  waste: number | null;
  /** Only part of the bucket lies within the range. */
  isPartial?: boolean;
  /** How the dollars were computed. */
  explanation?: string | null;
};

export type StackedBarsProps = { label: string; bars: readonly StackedBar[]; className?: string };

/** Pixels. */
const maxBarWidth = 90;
/** A bar takes four fifths of its slot; the rest is spacing. */
const maxSlotWidth = maxBarWidth / 0.8;
/** The space that a label below a bar needs, in pixels. */
const labelWidth = 64;
const steps = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
]);

const drawn = (dollars: number | null) => Math.max(0, dollars ?? 0);

/** One bar for each time bucket, with waste stacked on savings. The chart is one tab stop; arrow keys move between bars. */
export function StackedBars({ label, bars, className }: StackedBarsProps) {
  const { ref, width } = useWidth();
  const [stop, setStop] = useState(0);
  const last = bars.length - 1;
  const highest = Math.max(...bars.map(({ savings, waste }) => drawn(savings) + drawn(waste)));
  const ticks = valueTicks(highest, 4);
  const top = ticks.at(-1) ?? 1;
  // Show only every second, third, … label if they would overlap.
  const every = Math.max(1, Math.ceil((bars.length * labelWidth) / Math.max(1, width)));
  const stagger = barStaggerMs();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps.get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(last, Math.min(stop, last) + step));
    setStop(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[data-bar]')[next]?.focus();
  };
  return (
    <figure aria-label={label} className={classNames('flex flex-col', className)}>
      <figcaption className="sr-only">{`${bars.length} bars of savings and waste; arrow keys move between them, and "View as table" has the figures.`}</figcaption>
      <div className="relative min-h-0 flex-1">
        {ticks.map((tick) => (
          <span
            key={tick}
            aria-hidden="true"
            className="absolute inset-x-0 flex h-0 items-center gap-2"
            style={{ bottom: `${(tick / top) * 100}%` }}
          >
            <span className="w-12 shrink-0 text-right text-micro text-ink-3">{formatMoneyCompact(tick)}</span>
            <span className={classNames('flex-1 border-t', tick === 0 && 'border-line-strong')} />
          </span>
        ))}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys come up from the bars. */}
        <div
          ref={ref}
          onKeyDown={onKeyDown}
          className="group/bars absolute inset-y-0 right-0 left-14 flex items-end justify-around"
        >
          {bars.map((bar, index) => (
            <Bar key={bar.key} bar={bar} top={top} delayMs={index * stagger} isStop={index === Math.min(stop, last)} />
          ))}
        </div>
      </div>
      <div aria-hidden="true" className="ml-14 flex h-6 items-end justify-around text-micro text-ink-3">
        {bars.map(({ key, label: text }, index) => (
          <span key={key} className="relative min-w-0 flex-1" style={{ maxWidth: maxSlotWidth }}>
            <span
              className={classNames(
                'absolute bottom-0 whitespace-nowrap',
                // A centered label below the last of many narrow bars would extend beyond the card.
                index === last && every > 1 ? 'right-0' : 'left-1/2 -translate-x-1/2',
              )}
            >
              {index % every === 0 ? text : null}
            </span>
          </span>
        ))}
      </div>
    </figure>
  );
}

type BarProps = { bar: StackedBar; top: number; delayMs: number; isStop: boolean };

function Bar({ bar, top, delayMs, isStop }: BarProps) {
  const { savings, waste, isPartial } = bar;
  return (
    <Tooltip text={explain(bar)} side="right">
      <span
        data-bar
        {...{ role: 'img', 'aria-label': sentence(bar), tabIndex: isStop ? 0 : -1 }}
        className="group/bar relative flex h-full min-w-0 flex-1 flex-col items-center justify-end rounded-sm transition-opacity group-hover/bars:opacity-55 hover:bg-sunken/70 hover:opacity-100! focus-visible:bg-sunken/70"
        style={{ maxWidth: maxSlotWidth }}
      >
        {/* The crosshair. */}
        <span className="absolute inset-y-0 left-1/2 hidden border-l border-dashed border-line-strong group-hover/bar:block group-focus-visible/bar:block" />
        {savings === null && waste === null ? (
          <span className="h-6 w-4/5 rounded-t-sm border border-b-0 border-dashed border-line-strong" />
        ) : (
          <span
            className="relative flex w-4/5 origin-bottom flex-col justify-end overflow-hidden rounded-t-sm transition-transform duration-300 ease-calm starting:scale-y-0"
            style={{ height: `${((drawn(savings) + drawn(waste)) / top) * 100}%`, transitionDelay: `${delayMs}ms` }}
          >
            <span className={classNames('min-h-0', fills.waste)} style={{ flex: `${drawn(waste)} 0 0` }} />
            <span className={classNames('min-h-0', fills.savings)} style={{ flex: `${drawn(savings)} 0 0` }} />
            {isPartial ? <span data-partial className={classNames('absolute inset-0', hatching)} /> : null}
          </span>
        )}
      </span>
    </Tooltip>
  );
}

const figures = ({ savings, waste }: StackedBar) => `${formatMoney(savings)} savings, ${formatMoney(waste)} waste`;
const sentence = (bar: StackedBar) => `${bar.label}: ${figures(bar)}${bar.isPartial ? ', in part' : ''}`;

function explain(bar: StackedBar): string {
  const partly = bar.isPartial ? 'Only part of this time is within the range.' : null;
  return [`${bar.label}: ${figures(bar)}`, partly, bar.explanation].filter(Boolean).join('\n');
}
