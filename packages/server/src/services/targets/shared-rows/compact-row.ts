import type { CostPair, TargetChange } from '@trimtab/core';
import type { TargetRecord } from '../../../ports/index.ts';
import type { Totals } from '../../costs/cost-response.ts';
import type { TargetCosts } from '../target-costs.ts';
import type { ListRow } from '../target-row.ts';

/** The parts of a row that are not figures. Many rows have equal parts. */
export type Words = readonly [
  status: ListRow['status'],
  recommendation: ListRow['recommendation'],
  risks: ListRow['health']['risks'],
  problems: ListRow['sides']['problems'],
  others: Pick<ListRow, 'mode' | 'scaling' | 'problem' | 'isComing' | 'hasFailed' | 'lacksMemory'> & {
    readonly hasChange: boolean;
  },
];

export const wordsOf = ({ status, recommendation, health, sides, ...row }: ListRow): Words => [
  status,
  recommendation,
  health.risks.map(({ type, weight }) => ({ type, weight })),
  sides.problems,
  {
    mode: row.mode,
    scaling: row.scaling,
    problem: row.problem,
    isComing: row.isComing,
    hasFailed: row.hasFailed,
    lacksMemory: row.lacksMemory,
    hasChange: row.change !== null,
  },
];

/** The figures of a row in the order in which `CompactRow` reads them; null or undefined if unknown. */
export const figuresOf = ({
  health,
  costs,
  sides,
  change,
  ...row
}: ListRow): readonly (number | null | undefined)[] => [
  health.utilization.cpu,
  health.utilization.memory,
  health.averageUtilization,
  row.observed,
  row.hourlyWasteSavings,
  row.netHourlySavings,
  row.publishedAt,
  costs.horizontalCost.raw,
  costs.horizontalCost.withSuggestions,
  costs.verticalCost.raw,
  costs.verticalCost.withSuggestions,
  costs.now,
  costs.advised,
  sides.used.cpu,
  sides.used.memory,
  sides.optimized.cpu,
  sides.optimized.memory,
  sides.unoptimized.cpu,
  sides.unoptimized.memory,
  change?.cpu?.before,
  change?.cpu?.after,
  change?.memory?.before,
  change?.memory?.after,
  change?.replicas?.before,
  change?.replicas?.after,
];
export const figuresPerRow = 25;

/**
 * A row in a fifth of the memory of plain objects, because each replica has one for every target. Its figures are in one
 * array with those of its namespace, from `#at`; NaN stands for unknown. Rows with equal words share these. The objects
 * around the figures are created when they are read.
 */
export class CompactRow implements ListRow {
  readonly record: TargetRecord;
  readonly #words: Words;
  readonly #figures: Float64Array;
  readonly #at: number;

  constructor(record: TargetRecord, words: Words, figures: Float64Array, at: number) {
    this.record = record;
    this.#words = words;
    this.#figures = figures;
    this.#at = at;
  }

  get status(): ListRow['status'] {
    return this.#words[0];
  }

  get recommendation(): ListRow['recommendation'] {
    return this.#words[1];
  }

  get mode(): ListRow['mode'] {
    return this.#words[4].mode;
  }

  get scaling(): string {
    return this.#words[4].scaling;
  }

  get problem(): string | null {
    return this.#words[4].problem;
  }

  get isComing(): boolean {
    return this.#words[4].isComing;
  }

  get hasFailed(): boolean {
    return this.#words[4].hasFailed;
  }

  get lacksMemory(): boolean {
    return this.#words[4].lacksMemory;
  }

  get health(): ListRow['health'] {
    return { utilization: this.#totals(0), averageUtilization: this.#figure(2), risks: this.#words[2] };
  }

  get observed(): number | undefined {
    return this.#figure(3) ?? undefined;
  }

  get hourlyWasteSavings(): number | null {
    return this.#figure(4);
  }

  get netHourlySavings(): number | null {
    return this.#figure(5);
  }

  get publishedAt(): number | null {
    return this.#figure(6);
  }

  get costs(): TargetCosts {
    return {
      horizontalCost: this.#costs(7),
      verticalCost: this.#costs(9),
      now: this.#figure(11),
      advised: this.#figure(12),
    };
  }

  get sides(): ListRow['sides'] {
    return {
      used: this.#totals(13),
      optimized: this.#totals(15),
      unoptimized: this.#totals(17),
      problems: this.#words[3],
    };
  }

  get change(): TargetChange | null {
    if (!this.#words[4].hasChange) return null;
    return { ...this.#changeOf('cpu', 19), ...this.#changeOf('memory', 21), ...this.#changeOf('replicas', 23) };
  }

  #figure(place: number): number | null {
    const figure = this.#figures[this.#at + place];
    return figure === undefined || Number.isNaN(figure) ? null : figure;
  }

  #totals(place: number): Totals {
    return { cpu: this.#figure(place), memory: this.#figure(place + 1) };
  }

  #costs(place: number): CostPair {
    return { raw: this.#figure(place), withSuggestions: this.#figure(place + 1) };
  }

  #changeOf(name: keyof TargetChange, place: number): TargetChange {
    const after = this.#figure(place + 1);
    return after === null ? {} : { [name]: { before: this.#figure(place), after } };
  }
}
