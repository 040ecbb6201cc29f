import * as z from 'zod/mini';
import { getOrInsert } from '../../../get-or-insert.ts';
import type { RowsKey, StoredRows, TargetRecord } from '../../../ports/index.ts';
import type { Snapshot } from '../snapshot.ts';
import type { ListRow, TargetRow } from '../target-row.ts';
import { CompactRow, figuresOf, figuresPerRow, type Words, wordsOf } from './compact-row.ts';

/** Increase it whenever the fields of a row change: servers use only rows with their own number, and compute the others. */
export const rowsFormat = 2;

/** Namespaces that are written, or read, with one statement. */
export const namespacesAtOnce = 16;

/** The rows of a namespace, as replicas share them. */
export type NamespaceRows = {
  readonly rows: readonly ListRow[];
  readonly problems: readonly string[];
  /** As in `Snapshot`. */
  readonly end: number;
};

/** `places`: the indices of its texts in `words`. */
type StoredRow = readonly [name: string, places: readonly number[], figures: readonly (number | null)[]];

const storedBody = z.object({
  problems: z.array(z.string()),
  end: z.number(),
  /** JSON. */
  words: z.array(z.string()),
  rows: z.array(z.custom<StoredRow>((row) => Array.isArray(row) && row[2]?.length === figuresPerRow)),
});
const knownWords = z.custom<Words>((words) => Array.isArray(words) && !words.includes(undefined));

export function encodeRows(
  key: RowsKey,
  { inNamespace, end }: Pick<Snapshot<ListRow & Pick<TargetRow, 'workload'>>, 'inNamespace' | 'end'>,
  problems: readonly string[],
): StoredRows {
  const rows = inNamespace(key.namespace);
  const places = new Map<string, number>();
  const placeOf = (part: Words[number]): number => getOrInsert(places, JSON.stringify(part), () => places.size);
  const stored = rows.map((row) => [row.record.name, wordsOf(row).map(placeOf), figuresOf(row)]);
  return {
    ...key,
    body: JSON.stringify({ problems, end, words: [...places.keys()], rows: stored }),
    workloads: JSON.stringify(rows.flatMap(({ workload }) => workload ?? [])),
  };
}

/**
 * `records`: the enrolled targets from which the rows were computed. `kept`: the parsed words by their text, which the rows
 * of all namespaces share.
 */
export function decodeRows(body: string, records: readonly TargetRecord[], kept: Map<string, unknown>): NamespaceRows {
  const { rows, words: texts, ...others } = storedBody.parse(JSON.parse(body));
  const words = texts.map((text) => getOrInsert(kept, text, () => JSON.parse(text)));
  const combinations = new Map<string, Words>();
  const combinationOf = (places: readonly number[]): Words =>
    getOrInsert(combinations, places.join(), () => knownWords.parse(places.map((place) => words[place])));
  const byName = new Map(rows.map((row) => [row[0], row]));
  const figures = new Float64Array(rows.length * figuresPerRow);
  let at = 0;
  return {
    ...others,
    rows: records.flatMap((record) => {
      const row = byName.get(record.name);
      if (row === undefined) return [];
      const [, places, ownFigures] = row;
      figures.set(
        ownFigures.map((figure) => figure ?? Number.NaN),
        at,
      );
      at += figuresPerRow;
      return new CompactRow(record, combinationOf(places), figures, at - figuresPerRow);
    }),
  };
}
