import { formatPercent, formatWholePercent, type ResourceName, sliderRange } from '@trimtab/core';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import type { SimulatedRow, Simulation } from './use-simulation.ts';
import { explained } from '../explained.ts';

export type UtilizationSliderProps = SimulatedRow & {
  resource: ResourceName;
  label: string;
  move: Simulation['move'];
};

/** A resource's utilization: as it is, and as it shall be. */
export function UtilizationSlider({ target, row, resource, label, move }: UtilizationSliderProps) {
  const current = row.currentPercent[resource];
  const next = row.newPercent[resource];
  return (
    <div className="flex h-7 items-center gap-2 text-small">
      <span className="flex w-9 items-center gap-0.5 text-ink-2">
        {label}
        {row.bottleneck === resource ? (
          <Tooltip text="This resource is currently a bottleneck">
            <span {...explained} className="rounded-sm px-0.5 text-lead leading-4 font-bold text-danger">
              *<span className="sr-only">This resource is currently a bottleneck</span>
            </span>
          </Tooltip>
        ) : null}
      </span>
      <span className="w-12 text-right text-ink-3">
        <span className="sr-only">current </span>
        {formatPercent(current === null ? null : current / 100)}
      </span>
      <input
        type="range"
        aria-label={`${label} utilization of ${target.name}`}
        aria-valuetext={formatWholePercent(next === null ? null : next / 100)}
        min={sliderRange.min}
        max={sliderRange.max}
        step={sliderRange.step}
        value={next ?? sliderRange.min}
        disabled={next === null}
        onChange={(event) => move(target.key, resource, event.target.valueAsNumber)}
        className="h-6 min-w-0 flex-1 cursor-pointer accent-accent disabled:cursor-default disabled:opacity-50"
      />
      <span className="w-10 text-right font-medium">
        <span className="sr-only">new </span>
        {formatWholePercent(next === null ? null : next / 100)}
      </span>
    </div>
  );
}
