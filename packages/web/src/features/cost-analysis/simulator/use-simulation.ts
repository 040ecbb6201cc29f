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
import type { CostTarget } from '../cost-target.ts';
import { useAddressedState } from '../use-addressed-state.ts';
import { type MovedSliders, mostAddressed, readSliders, sliderSlot, writeSliders } from './slider-address.ts';

/** A target in the simulator, with what its sliders make of it. */
export type SimulatedRow = {
  readonly target: CostTarget & { readonly comparison: Comparison };
  readonly row: SimulatorRow;
  /** What the address calls it. */
  readonly slot: string;
  readonly isMoved: boolean;
};

export type Simulation = {
  /** null while nothing is known. */
  rows: readonly SimulatedRow[] | null;
  totals: SimulatorTotals;
  isMoved: boolean;
  /** More sliders were moved than an address holds. */
  isBeyondAddress: boolean;
  move: (slot: string, resource: ResourceName, percent: number) => void;
  /** Puts a target's sliders back, or without one everybody's. */
  reset: (slot?: string) => void;
};

const address = { read: readSliders, write: writeSliders, restMs: 150 };

/** The sliders, and what follows from them for every target: reckoned anew with each move. Their place is the address. */
export function useSimulation(targets: readonly CostTarget[] | null, settings: NodeSettings): Simulation {
  const [moved, setMoved] = useAddressedState<MovedSliders>('sliders', address);
  const atRest = useMemo(
    () =>
      targets?.flatMap((target): SimulatedRow[] => {
        const { comparison } = target;
        if (comparison === null) return [];
        const known = { ...target, comparison };
        return [{ target: known, row: simulateTarget(known, {}, settings), slot: sliderSlot(target), isMoved: false }];
      }) ?? null,
    [targets, settings],
  );
  // A row whose sliders were not touched stays the same object, and is not drawn again.
  const rows = useMemo(
    () =>
      atRest?.map((one) => {
        const percentages = moved.get(one.slot);
        if (percentages === undefined) return one;
        return { ...one, row: simulateTarget(one.target, percentages, settings), isMoved: true };
      }) ?? null,
    [atRest, moved, settings],
  );
  const totals = useMemo(() => simulatorTotals(rows ?? [], settings), [rows, settings]);
  const move = useCallback(
    (slot: string, resource: ResourceName, percent: number) =>
      setMoved((before) => {
        const next = new Map(before);
        // The one moved last stands last: an address that is full lets go of the oldest.
        next.delete(slot);
        return next.set(slot, { ...before.get(slot), [resource]: percent });
      }),
    [setMoved],
  );
  const reset = useCallback(
    (slot?: string) => setMoved((before) => new Map([...before].filter(([one]) => slot !== undefined && one !== slot))),
    [setMoved],
  );
  return { rows, totals, isMoved: moved.size > 0, isBeyondAddress: moved.size > mostAddressed, move, reset };
}
