import type { CostPair, TargetChange } from '@trimtab/core';
import type { TargetRecord } from '../../../ports/index.ts';
import type { Totals } from '../../costs/cost-response.ts';
import { figureAt } from '../listed-target.ts';
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
 * around the figures are created when they are read. A private method would take 8 bytes of each row.
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
    return {
      utilization: totalsAt(this.#figures, this.#at),
      averageUtilization: figureAt(this.#figures, this.#at + 2),
      risks: this.#words[2],
    };
  }

  get observed(): number | undefined {
    return figureAt(this.#figures, this.#at + 3) ?? undefined;
  }

  get hourlyWasteSavings(): number | null {
    return figureAt(this.#figures, this.#at + 4);
  }

  get netHourlySavings(): number | null {
    return figureAt(this.#figures, this.#at + 5);
  }

  get publishedAt(): number | null {
    return figureAt(this.#figures, this.#at + 6);
  }

  get costs(): TargetCosts {
    return {
      horizontalCost: costsAt(this.#figures, this.#at + 7),
      verticalCost: costsAt(this.#figures, this.#at + 9),
      now: figureAt(this.#figures, this.#at + 11),
      advised: figureAt(this.#figures, this.#at + 12),
    };
  }

  get sides(): ListRow['sides'] {
    return {
      used: totalsAt(this.#figures, this.#at + 13),
      optimized: totalsAt(this.#figures, this.#at + 15),
      unoptimized: totalsAt(this.#figures, this.#at + 17),
      problems: this.#words[3],
    };
  }

  get change(): TargetChange | null {
    if (!this.#words[4].hasChange) return null;
    return {
      ...changeAt(this.#figures, this.#at + 19, 'cpu'),
      ...changeAt(this.#figures, this.#at + 21, 'memory'),
      ...changeAt(this.#figures, this.#at + 23, 'replicas'),
    };
  }
}

const totalsAt = (figures: Float64Array, at: number): Totals => ({
  cpu: figureAt(figures, at),
  memory: figureAt(figures, at + 1),
});

const costsAt = (figures: Float64Array, at: number): CostPair => ({
  raw: figureAt(figures, at),
  withSuggestions: figureAt(figures, at + 1),
});

function changeAt(figures: Float64Array, at: number, name: keyof TargetChange): TargetChange {
  const after = figureAt(figures, at + 1);
  return after === null ? {} : { [name]: { before: figureAt(figures, at), after } };
}
