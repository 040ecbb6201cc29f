import {
  formatPercent,
  formatUsedOfRequested,
  formatWholePercent,
  type ResourceName,
  sliderRange,
} from '@trimtab/core';
import { focusable } from '../../../ui/focusable.ts';
import { Slider } from '../../../ui/Slider.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import type { SimulatedRow, Simulation } from './use-simulation.ts';

export type UtilizationSliderProps = Pick<SimulatedRow, 'row' | 'label' | 'slot'> & {
  resource: ResourceName;
  name: 'CPU' | 'Mem';
  move: Simulation['move'];
};

/** The position of a percentage on the slider, from 0 to 1. Usage below 1% of the request is at its start. */
const along = (percent: number) => Math.max(0, percent - sliderRange.min) / (sliderRange.max - sliderRange.min);

/** A slider for the utilization of one resource, with the current and the new percentage. */
export function UtilizationSlider({ row, label, slot, resource, name, move }: UtilizationSliderProps) {
  const current = row.currentPercent[resource];
  const next = row.newPercent[resource];
  const amounts = formatUsedOfRequested(resource, row.used[resource], row.requested[resource]);
  return (
    <div className="flex h-7 items-center gap-2 text-small">
      <span className="flex w-9 items-center gap-0.5 text-ink-2">
        {name}
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
        <Slider
          share={along(next ?? sliderRange.min)}
          aria-label={`${name} utilization of ${label}`}
          aria-valuetext={formatWholePercent(next === null ? null : next / 100)}
          min={sliderRange.min}
          max={sliderRange.max}
          step={sliderRange.step}
          value={next ?? sliderRange.min}
          disabled={next === null}
          onChange={(event) => move(slot, resource, event.target.valueAsNumber)}
        />
      </span>
      <span className="w-9 text-right font-medium">
        <span className="sr-only">new </span>
        {formatWholePercent(next === null ? null : next / 100)}
      </span>
    </div>
  );
}
