import {
  type Comparison,
  type NodeSettings,
  type ResourceName,
  type SimulatorRow,
  type SimulatorTotals,
  simulateTarget,
  simulatorTotals,
} from '@trimtab/core';
import { useCallback, useMemo } from 'react';
import { useAddressedState } from '../../../browser/use-addressed-state.ts';
import { type CostTarget, targetLabels } from '../cost-target.ts';
import { type MovedSliders, maxAddressed, readSliders, sliderSlot, writeSliders } from './slider-address.ts';

/** A target in the simulator, with its costs at the positions of its sliders. */
export type SimulatedRow = {
  readonly target: CostTarget & { readonly comparison: Comparison };
  readonly row: SimulatorRow;
  /** Names the target in the labels of its controls, with the namespace if several targets have the same name. */
  readonly label: string;
  /** Identifies the target in the address. */
  readonly slot: string;
  readonly isMoved: boolean;
};

export type Simulation = {
  /** null while loading. */
  rows: readonly SimulatedRow[] | null;
  totals: SimulatorTotals;
  isMoved: boolean;
  /** Whether more sliders were moved than the address can hold. */
  isBeyondAddress: boolean;
  move: (slot: string, resource: ResourceName, percent: number) => void;
  /** Resets the sliders of one target, or of all targets. */
  reset: (slot?: string) => void;
};

const address = { read: readSliders, write: writeSliders, restMs: 150 };

/** The sliders and the costs that follow from them. The address stores the sliders. */
export function useSimulation(targets: readonly CostTarget[] | null, settings: NodeSettings): Simulation {
  const [moved, setMoved] = useAddressedState<MovedSliders>('sliders', address);
  const unmovedRows = useMemo(() => {
    const labelOf = targetLabels(targets ?? []);
    return (
      targets?.flatMap((target): SimulatedRow[] => {
        const { comparison } = target;
        if (comparison === null) return [];
        const known = { ...target, comparison };
        const row = simulateTarget(known, {}, settings);
        return [{ target: known, row, label: labelOf(target), slot: sliderSlot(target), isMoved: false }];
      }) ?? null
    );
  }, [targets, settings]);
  // Rows whose sliders were not moved stay the same objects, so they are not drawn again.
  const rows = useMemo(
    () =>
      unmovedRows?.map((one) => {
        const percentages = moved.get(one.slot);
        if (percentages === undefined) return one;
        return { ...one, row: simulateTarget(one.target, percentages, settings), isMoved: true };
      }) ?? null,
    [unmovedRows, moved, settings],
  );
  const totals = useMemo(() => simulatorTotals(rows ?? [], settings), [rows, settings]);
  const move = useCallback(
    (slot: string, resource: ResourceName, percent: number) =>
      setMoved((before) => {
        const next = new Map(before);
        // The slider that was moved last comes last, because a full address drops the first ones.
        next.delete(slot);
        return next.set(slot, { ...before.get(slot), [resource]: percent });
      }),
    [setMoved],
  );
  const reset = useCallback(
    (slot?: string) => setMoved((before) => new Map([...before].filter(([one]) => slot !== undefined && one !== slot))),
    [setMoved],
  );
  return { rows, totals, isMoved: moved.size > 0, isBeyondAddress: moved.size > maxAddressed, move, reset };
}
