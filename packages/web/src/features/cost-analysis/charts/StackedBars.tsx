import { formatMoney, formatMoneyCompact } from '@trimtab/core';
import { useWidth } from '../../../charts/use-width.ts';
import { valueTicks } from '../../../charts/value-ticks.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { barStaggerMs } from '../motion.ts';
import { fills, hatching } from './fills.ts';

/** A bucket: dollars, null where unknown. */
export type StackedBar = {
  key: string;
  label: string;
  savings: number | null;
  waste: number | null;
  /** Only a part of the bucket's time is in the range. */
  isPartial?: boolean;
};

export type StackedBarsProps = { label: string; bars: readonly StackedBar[]; className?: string };

/** console.md, section 9. */
const maxBarWidth = 90;
/** What a label under a bar needs. */
const labelWidth = 64;

const drawn = (dollars: number | null) => Math.max(0, dollars ?? 0);

/** Savings on the ground, waste on top of them, one bar a bucket. The table behind it is for who cannot see it. */
export function StackedBars({ label, bars, className }: StackedBarsProps) {
  const { ref, width } = useWidth();
  const highest = Math.max(...bars.map(({ savings, waste }) => drawn(savings) + drawn(waste)));
  const ticks = valueTicks(highest, 1_000, 4);
  const top = ticks.at(-1) ?? 1;
  // Every second, third, … label, so that none runs into the next.
  const every = Math.max(1, Math.ceil((bars.length * labelWidth) / Math.max(1, width)));
  const stagger = barStaggerMs();
  return (
    <figure aria-label={label} className={classNames('flex flex-col', className)}>
      <figcaption className="sr-only">{`${bars.length} bars of savings and waste; "View as table" has the figures.`}</figcaption>
      <div aria-hidden="true" className="relative min-h-0 flex-1">
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute inset-x-0 flex h-0 items-center gap-2"
            style={{ bottom: `${(tick / top) * 100}%` }}
          >
            <span className="w-12 shrink-0 text-right text-micro text-ink-3">{formatMoneyCompact(tick)}</span>
            <span className={classNames('flex-1 border-t', tick === 0 && 'border-line-strong')} />
          </span>
        ))}
        <div ref={ref} className="group/bars absolute inset-y-0 right-0 left-14 flex items-end justify-around">
          {bars.map((bar, index) => (
            <Tooltip key={bar.key} text={explain(bar)}>
              <span
                data-bar
                className="group/bar relative flex h-full min-w-0 flex-1 flex-col items-center justify-end transition-opacity group-hover/bars:opacity-55 hover:bg-sunken/70 hover:opacity-100!"
                style={{ maxWidth: maxBarWidth }}
              >
                {/* The crosshair. */}
                <span className="absolute inset-y-0 left-1/2 hidden border-l border-dashed border-line-strong group-hover/bar:block" />
                {bar.savings === null && bar.waste === null ? (
                  <span className="h-6 w-4/5 rounded-t-sm border border-b-0 border-dashed border-line-strong" />
                ) : (
                  <span
                    className="relative flex w-4/5 origin-bottom flex-col justify-end overflow-hidden rounded-t-sm transition-transform duration-300 ease-calm starting:scale-y-0"
                    style={{
                      height: `${((drawn(bar.savings) + drawn(bar.waste)) / top) * 100}%`,
                      transitionDelay: `${index * stagger}ms`,
                    }}
                  >
                    <span className={classNames('min-h-0', fills.waste)} style={{ flex: `${drawn(bar.waste)} 0 0` }} />
                    <span
                      className={classNames('min-h-0', fills.savings)}
                      style={{ flex: `${drawn(bar.savings)} 0 0` }}
                    />
                    {bar.isPartial ? <span data-partial className={classNames('absolute inset-0', hatching)} /> : null}
                  </span>
                )}
              </span>
            </Tooltip>
          ))}
        </div>
      </div>
      <div aria-hidden="true" className="ml-14 flex h-6 items-end justify-around text-micro text-ink-3">
        {bars.map(({ key, label: text }, index) => (
          <span key={key} className="relative min-w-0 flex-1" style={{ maxWidth: maxBarWidth }}>
            <span className="absolute bottom-0 left-1/2 -translate-x-1/2 whitespace-nowrap">
              {index % every === 0 ? text : null}
            </span>
          </span>
        ))}
      </div>
    </figure>
  );
}

function explain({ label, savings, waste, isPartial }: StackedBar): string {
  const figures = `${label}: ${formatMoney(savings)} savings, ${formatMoney(waste)} waste`;
  return isPartial ? `${figures}\nOnly a part of this time is in the range.` : figures;
}
