import type { Context } from '../context.ts';
import { exitCode } from '../exit-code.ts';
import { CliError, UsageError } from '../failure.ts';
import { sanitizeCell } from './sanitize.ts';
import type { Block, Column } from './table.ts';
import { table } from './table.ts';

/** A command's answer: the API's data, and how people read it. */
export type View<Row> = {
  /** What `-o json` and `-o yaml` print: the API's shape. */
  data: unknown;
  rows: readonly Row[];
  /** One line a row, in a pipe. */
  columns: readonly Column<Row>[];
  /** CSV has the API's fields, unformatted; where it differs from the columns. */
  csvColumns?: readonly Column<Row>[];
  /** What a terminal shows instead of one plain table. */
  blocks?: () => Block[];
  /** What `-o name` prints of a row; absent: its `name`. */
  nameOf?: (row: Row) => string;
  /** Said on stderr, in a table, when there are no rows. */
  empty: string;
  /** Said on stderr under a table. */
  notes?: readonly string[];
  /** Said last, and only under the blocks: what signs of theirs mean that the plain table does without. */
  blockNotes?: readonly string[];
  /** What the figures lack, in the words of the API: said on stderr in every format. */
  lacks?: readonly string[];
  /** Why the list is known not to be whole; it is printed all the same, and the exit code says 5. */
  incomplete?: string | null;
};

/** What an answer of the API says of a list beside its items. */
export type ListFacts = {
  /** How many there are in all; null where the API did not say. */
  total?: number | null;
  /** Some figures are not there yet. */
  computing?: boolean | undefined;
};

/** A list in the API's shape. An empty one is `{"items":[]}` and nothing else, which is what scripts compare with. */
export function listData(items: readonly unknown[], { total = null, computing = false }: ListFacts) {
  const isCounted = items.length > 0 && total !== null;
  return { items, ...(isCounted ? { total } : {}), ...(computing ? { computing } : {}) };
}

/** The same for people, in every format: on stderr. */
export const stillComputing = ({ computing = false }: ListFacts): string[] =>
  computing ? ['Some figures are still being computed: ask again in a moment.'] : [];

/** Notes hold what servers say, which may be of any length. */
const longestNote = 300;

async function note(context: Context, text: string): Promise<void> {
  const line = text.length > longestNote ? `${text.slice(0, longestNote)}…` : text;
  await context.stderr.text(`${line.replaceAll('\n', ' ')}\n`);
}

/** On a terminal broken between words. */
async function writeLines(context: Context, notes: readonly string[]): Promise<void> {
  const { wrapWords } = await import('../ui/wrap.ts');
  for (const line of notes) {
    const lines = context.stderr.isTerminal ? wrapWords(sanitizeCell(line), context.stderr.columns) : [line];
    for (const part of lines) await note(context, part);
  }
}

/** Notes stand apart from the table above them. */
export async function writeNotes(context: Context, notes: readonly string[]): Promise<void> {
  if (notes.length > 0 && context.stderr.isTerminal) await context.stderr.text('\n');
  await writeLines(context, notes);
}

/** Wider than any row: nothing is cut or left out. */
const wideLimit = 4_000;

async function onTerminal(context: Context, blocks: readonly Block[], notes: readonly string[]): Promise<void> {
  const { draw } = await import('../ui/screen.tsx');
  const columns = context.output === 'wide' ? wideLimit : context.stdout.columns;
  const screen = draw(blocks, { columns, color: context.color });
  for (const part of screen.parts) await context.stdout.drawn(part);
  const missing =
    screen.leftOut.length > 0
      ? [`Left out for lack of width: ${screen.leftOut.join(', ')}. A wider terminal or -o wide has all.`]
      : [];
  await writeNotes(context, [...missing, ...notes]);
}

async function asTable<Row>(context: Context, view: View<Row>): Promise<void> {
  if (view.rows.length === 0) {
    await writeLines(context, [view.empty]);
    return;
  }
  const columns = await chosenColumns(context, view, view.columns);
  if (context.stdout.isTerminal) {
    const ownBlocks = context.columns === null && context.output === 'table' ? view.blocks?.() : undefined;
    const signs = ownBlocks === undefined ? [] : (view.blockNotes ?? []);
    await onTerminal(context, ownBlocks ?? [table(view.rows, columns)], [...(view.notes ?? []), ...signs]);
    return;
  }
  const { tabSeparated } = await import('./tab-separated.ts');
  await context.stdout.rows(tabSeparated(table(view.rows, columns), context));
}

async function chosenColumns<Row>(context: Context, view: View<Row>, columns: readonly Column<Row>[]) {
  if (context.columns === null) return columns;
  const { chooseColumns } = await import('./choose-columns.ts');
  return chooseColumns(context.columns, [...columns, ...view.columns, ...(view.csvColumns ?? [])]);
}

async function asFormat<Row>(context: Context, view: View<Row>): Promise<void> {
  switch (context.output) {
    case 'table':
    case 'wide':
      return asTable(context, view);
    case 'json': {
      const { json } = await import('./json.ts');
      return context.stdout.text(json(view.data));
    }
    case 'yaml': {
      const { yaml } = await import('./yaml.ts');
      return context.stdout.text(yaml(view.data));
    }
    case 'csv': {
      const { csv } = await import('./csv.ts');
      const columns = await chosenColumns(context, view, view.csvColumns ?? view.columns);
      return context.stdout.records(csv(view.rows, columns, context.headers));
    }
    case 'name': {
      const { namesOf } = await import('./choose-columns.ts');
      return context.stdout.text(namesOf(view));
    }
    case 'junit':
    case 'sarif':
    case 'markdown':
      throw new UsageError(`-o ${context.output} is a report of trimtab check.`, 'Choose another -o.');
  }
}

/** Prints an answer in the format that was asked for. A list that is not whole is printed, then fails with 5 (C19). */
export async function present<Row>(context: Context, view: View<Row>): Promise<void> {
  await asFormat(context, view);
  const isWhole = context.columns !== null && !['table', 'wide', 'csv'].includes(context.output);
  const unused = isWhole ? [`--columns is for tables and CSV: -o ${context.output} is not cut.`] : [];
  await writeNotes(context, [...(view.lacks ?? []), ...unused]);
  if (view.incomplete != null) throw new CliError(view.incomplete, exitCode.partial, 'Run the command again.');
}
