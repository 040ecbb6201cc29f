import type { Block, TextColumn, TextTable } from './table.ts';

/** The output of a command, for every format. */
export type View<Row> = {
  /** What `-o json` and `-o yaml` print, in the API's shape. */
  data: unknown;
  rows: readonly Row[];
  /** The columns in a pipe. */
  columns: readonly TextColumn<Row>[];
  /** The columns in CSV, if different: the API's fields with unformatted values. */
  csvColumns?: readonly TextColumn<Row>[];
  /** Columns that `--json` accepts beside the fields of the data, if the data has one item for each row. */
  fields?: readonly TextColumn<Row>[];
  /** What a terminal shows instead of one table. */
  blocks?: () => Block[];
  /** Further tables in a pipe, each after an empty line. */
  more?: () => TextTable[];
  /** What `-o name` prints for a row; defaults to the column `name`. */
  nameOf?: (row: Row) => string;
  /** Printed on stderr instead of an empty table; absent if there is always a row. */
  empty?: string;
  /** Printed on stderr below a table. */
  notes?: readonly string[];
  /** Printed after the notes, only below the blocks. They explain signs that the plain table does not use. */
  blockNotes?: readonly string[];
  /** What is missing from the figures, as the API describes it. Printed on stderr in every format. */
  lacks?: readonly string[];
  /** Why the list is incomplete. It is still printed, and the exit code is 5. */
  incomplete?: string | null;
  /** The next step for an incomplete list, if it is not to run the command again. */
  next?: string | undefined;
};
