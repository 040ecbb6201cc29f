import { hourMs, hoursBeforeAdvice, workloadKey } from '@trimtab/core';
import type { TargetRecord } from '../../ports/index.ts';
import { isEqual } from '../cache/deep-equal.ts';
import { type RowInput, type TargetRow, targetRow } from './target-row.ts';

type Entry = { readonly input: RowInput; readonly row: TargetRow };

/** Computes rows, and reuses those with equal inputs: few of 10,000 targets change between two snapshots. */
export type RowCache = {
  row(key: string, input: RowInput): TargetRow;
  /** Drops the rows of all other targets. */
  retain(records: readonly TargetRecord[]): void;
};

export function createRowCache(): RowCache {
  const entries = new Map<string, Entry>();
  return {
    row(key, input) {
      const known = entries.get(key);
      if (known !== undefined && isSame(known.input, input)) return known.row;
      const row = targetRow(input);
      entries.set(key, { input, row });
      return row;
    },
    retain(records) {
      if (entries.size <= records.length) return;
      const keys = new Set(records.map(workloadKey));
      for (const key of entries.keys()) if (!keys.has(key)) entries.delete(key);
    },
  };
}

const isSame = (a: RowInput, b: RowInput): boolean =>
  // Compare by identity, because an evaluation is large and is replaced when it changes.
  a.evaluation === b.evaluation &&
  sampledHours(a) === sampledHours(b) &&
  a.usage?.problem === b.usage?.problem &&
  a.usage?.observed === b.usage?.observed &&
  isEqual(a.usage?.containers, b.usage?.containers) &&
  isEqual(a.workload, b.workload) &&
  isEqual(a.record, b.record) &&
  isEqual(a.failure, b.failure) &&
  isEqual(a.settings, b.settings);

/** A row depends on the time only through its whole hours of samples, up to those a suggestion needs. */
const sampledHours = ({ usage, now }: RowInput): number | null =>
  usage?.since == null ? null : Math.min(hoursBeforeAdvice, Math.floor((now - usage.since) / hourMs));
