import { hourMs, hoursBeforeAdvice } from '@trimtab/core';
import { isEqual } from '../cache/deep-equal.ts';
import { type RowInput, type TargetRow, targetRow } from './target-row.ts';

type Kept = { readonly input: RowInput; readonly row: TargetRow };

/**
 * Judges rows, and gives the one of before where everything it was judged from is equal: of 10,000 targets few change
 * between two answers of a source.
 */
export type RowCache = {
  row(key: string, input: RowInput): TargetRow;
  /** Lets go of the rows of all other targets. */
  retain(keys: ReadonlySet<string>): void;
};

export function createRowCache(): RowCache {
  const kept = new Map<string, Kept>();
  return {
    row(key, input) {
      const known = kept.get(key);
      if (known !== undefined && isSame(known.input, input)) return known.row;
      const row = targetRow(input);
      kept.set(key, { input, row });
      return row;
    },
    retain(keys) {
      if (kept.size <= keys.size) return;
      for (const key of kept.keys()) if (!keys.has(key)) kept.delete(key);
    },
  };
}

const isSame = (a: RowInput, b: RowInput): boolean =>
  // An evaluation is a large object, which is replaced when it is another.
  a.evaluation === b.evaluation &&
  sampledHours(a) === sampledHours(b) &&
  a.usage?.problem === b.usage?.problem &&
  isEqual(a.usage?.containers, b.usage?.containers) &&
  isEqual(a.workload, b.workload) &&
  isEqual(a.record, b.record) &&
  isEqual(a.failure, b.failure) &&
  isEqual(a.settings, b.settings);

/** Time passes in a row by whole hours of samples only, and not at all once there are enough of them. */
const sampledHours = ({ usage, now }: RowInput): number | null =>
  usage?.since == null ? null : Math.min(hoursBeforeAdvice, Math.floor((now - usage.since) / hourMs));
