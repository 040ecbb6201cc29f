import {
  formatPercent,
  formatUsedOfRequested,
  formatWholePercent,
  type ResourceName,
  sliderRange,
} from '@trimtab/core';
import type { CSSProperties } from 'react';
import { focusable } from '../../../ui/focusable.ts';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import type { SimulatedRow, Simulation } from './use-simulation.ts';

export type UtilizationSliderProps = Pick<SimulatedRow, 'target' | 'row' | 'slot'> & {
  resource: ResourceName;
  label: string;
  move: Simulation['move'];
};

const track = [
  '[&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:rounded-full',
  '[&::-webkit-slider-runnable-track]:bg-[linear-gradient(to_right,var(--color-accent)_var(--at),var(--color-line-strong)_var(--at))]',
  '[&::-moz-range-track]:h-1 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-line-strong',
  '[&::-moz-range-progress]:h-1 [&::-moz-range-progress]:rounded-full [&::-moz-range-progress]:bg-accent',
].join(' ');
const thumb = [
  '[&::-webkit-slider-thumb]:-mt-1.5 [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none',
  '[&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-surface [&::-webkit-slider-thumb]:bg-accent',
  '[&::-moz-range-thumb]:size-3 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-surface [&::-moz-range-thumb]:bg-accent',
].join(' ');

/** The position of a percentage on the slider, from 0 to 1. */
const along = (percent: number) => (percent - sliderRange.min) / (sliderRange.max - sliderRange.min);

/** A slider for the utilization of one resource, with the current and the new percentage. */
export function UtilizationSlider({ target, row, slot, resource, label, move }: UtilizationSliderProps) {
  const current = row.currentPercent[resource];
  const next = row.newPercent[resource];
  const amounts = formatUsedOfRequested(resource, row.used[resource], row.requested[resource]);
  const style: CSSProperties & Record<'--at', string> = { '--at': `${along(next ?? sliderRange.min) * 100}%` };
  return (
    <div className="flex h-7 items-center gap-2 text-small">
      <span className="flex w-9 items-center gap-0.5 text-ink-2">
        {label}
        {row.bottleneck === resource ? (
          <Tooltip text="This resource is currently a bottleneck">
            <span {...focusable} className="rounded-sm px-0.5 text-lead leading-4 font-bold text-danger">
              *<span className="sr-only">This resource is currently a bottleneck</span>
            </span>
          </Tooltip>
        ) : null}
      </span>
      <Tooltip text={current === null ? null : amounts}>
        <span {...(current === null ? {} : focusable)} className="w-12 rounded-sm text-right text-ink-3">
          <span className="sr-only">current </span>
          {formatPercent(current === null ? null : current / 100)}
        </span>
      </Tooltip>
      <span className="relative flex min-w-0 flex-1 items-center">
        {/* Marks the current value. The center of the thumb stays half its width away from both ends. */}
        {current === null ? null : (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute h-3 w-px bg-ink-3"
            style={{ left: `calc(0.5rem + (100% - 1rem) * ${along(current)})` }}
          />
        )}
        <input
          type="range"
          aria-label={`${label} utilization of ${target.name}`}
          aria-valuetext={formatWholePercent(next === null ? null : next / 100)}
          min={sliderRange.min}
          max={sliderRange.max}
          step={sliderRange.step}
          value={next ?? sliderRange.min}
          disabled={next === null}
          onChange={(event) => move(slot, resource, event.target.valueAsNumber)}
          style={style}
          className={`relative h-6 w-full cursor-pointer appearance-none rounded-sm bg-transparent disabled:cursor-default disabled:opacity-40 ${track} ${thumb}`}
        />
      </span>
      <span className="w-9 text-right font-medium">
        <span className="sr-only">new </span>
        {formatWholePercent(next === null ? null : next / 100)}
      </span>
    </div>
  );
}
