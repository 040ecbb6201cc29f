import {
  type Comparison,
  type NodeSettings,
  type ResourceName,
  type SimulatedPercentages,
  type SimulatorRow,
  type SimulatorTotals,
  simulateTarget,
  simulatorTotals,
} from '@trimtab/core';
import { useCallback, useMemo, useState } from 'react';
import type { CostTarget } from '../cost-target.ts';

/** A target in the simulator, with what its sliders make of it. */
export type SimulatedRow = {
  readonly target: CostTarget & { readonly comparison: Comparison };
  readonly row: SimulatorRow;
};

export type Simulation = {
  /** null while nothing is known. */
  rows: readonly SimulatedRow[] | null;
  totals: SimulatorTotals;
  isMoved: boolean;
  move: (key: string, resource: ResourceName, percent: number) => void;
  reset: () => void;
};

/** The sliders, and what follows from them for every target: reckoned anew with each move. */
export function useSimulation(targets: readonly CostTarget[] | null, settings: NodeSettings): Simulation {
  const [moved, setMoved] = useState<ReadonlyMap<string, SimulatedPercentages>>(new Map());
  const atRest = useMemo(
    () =>
      targets?.flatMap((target) => {
        const { comparison } = target;
        if (comparison === null) return [];
        const known = { ...target, comparison };
        return { target: known, row: simulateTarget(known, {}, settings) };
      }) ?? null,
    [targets, settings],
  );
  // A row whose sliders were not touched stays the same object, and is not drawn again.
  const rows = useMemo(
    () =>
      atRest?.map((one) => {
        const percentages = moved.get(one.target.key);
        return percentages === undefined ? one : { ...one, row: simulateTarget(one.target, percentages, settings) };
      }) ?? null,
    [atRest, moved, settings],
  );
  const totals = useMemo(() => simulatorTotals(rows ?? [], settings), [rows, settings]);
  const move = useCallback((key: string, resource: ResourceName, percent: number) => {
    setMoved((before) => new Map(before).set(key, { ...before.get(key), [resource]: percent }));
  }, []);
  const reset = useCallback(() => setMoved(new Map()), []);
  return { rows, totals, isMoved: moved.size > 0, move, reset };
}
