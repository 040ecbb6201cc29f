import * as z from 'zod/mini';
import type { RowsKey, StoredRows, TargetRecord } from '../../../ports/index.ts';
import { keptOnce } from '../../cache/kept-once.ts';
import type { Snapshot } from '../snapshot.ts';
import type { ListRow } from '../target-row.ts';

/** Increase it whenever the fields of a row change: servers use only rows with their own number, and compute the others. */
export const rowsFormat = 1;

/** Namespaces that are written, or read, with one statement. */
export const namespacesAtOnce = 16;

/** The rows of a namespace, as replicas share them. */
export type NamespaceRows = {
  readonly rows: readonly ListRow[];
  readonly problems: readonly string[];
  /** As in `Snapshot`. */
  readonly end: number;
};

/** A row without its enrolled target, which each replica has. */
type StoredRow = Omit<ListRow, 'record'> & { readonly name: string };

const storedRow = (row: ListRow): StoredRow & { readonly record: null } => ({
  name: row.record.name,
  record: null,
  mode: row.mode,
  scaling: row.scaling,
  health: {
    utilization: row.health.utilization,
    averageUtilization: row.health.averageUtilization,
    risks: row.health.risks.map(({ type, weight }) => ({ type, weight })),
  },
  observed: row.observed,
  problem: row.problem,
  status: row.status,
  recommendation: row.recommendation,
  costs: row.costs,
  hourlyWasteSavings: row.hourlyWasteSavings,
  netHourlySavings: row.netHourlySavings,
  sides: row.sides,
  isComing: row.isComing,
  hasFailed: row.hasFailed,
  publishedAt: row.publishedAt,
  lacksMemory: row.lacksMemory,
  change: row.change,
});

const storedBody = z.object({
  problems: z.array(z.string()),
  end: z.number(),
  rows: z.array(z.custom<StoredRow>((row) => typeof row === 'object' && row !== null && 'name' in row)),
});

export function encodeRows(key: RowsKey, { inNamespace, end }: Snapshot, problems: readonly string[]): StoredRows {
  const rows = inNamespace(key.namespace);
  return {
    ...key,
    body: JSON.stringify({ problems, end, rows: rows.map(storedRow) }),
    workloads: JSON.stringify(rows.flatMap(({ workload }) => workload ?? [])),
  };
}

/** `records`: the enrolled targets from which the rows were computed. */
export function decodeRows(body: string, records: readonly TargetRecord[]): NamespaceRows {
  const { rows, ...others } = storedBody.parse(JSON.parse(body));
  const byName = new Map(rows.map((row) => [row.name, row]));
  const [status, recommendation] = [keptOnce<ListRow['status']>(), keptOnce<ListRow['recommendation']>()];
  const [risks, mode, scaling] = [
    keptOnce<ListRow['health']['risks']>(),
    keptOnce<ListRow['mode']>(),
    keptOnce<string>(),
  ];
  const problems = keptOnce<ListRow['sides']['problems']>();
  return {
    ...others,
    rows: records.flatMap((record) => {
      const row = byName.get(record.name);
      if (row === undefined) return [];
      // A copy of the row would take more memory than the row that was read.
      Object.assign(row.health, { risks: risks(row.health.risks) });
      Object.assign(row.sides, { problems: problems(row.sides.problems) });
      return Object.assign(row, {
        record,
        mode: mode(row.mode),
        scaling: scaling(row.scaling),
        status: status(row.status),
        recommendation: recommendation(row.recommendation),
      });
    }),
  };
}
