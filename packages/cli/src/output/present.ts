import type { Context } from '../context.ts';
import { exitCode } from '../exit-code.ts';
import { CliError, UsageError } from '../failure.ts';
import type { Selection } from './formats.ts';
import type { MoreFields } from './json-fields.ts';
import { sanitizeCell } from './sanitize.ts';
import type { Block, TextColumn } from './table.ts';
import { table } from './table.ts';
import type { View } from './view.ts';

/** The properties of a list besides its items. */
type ListFacts = {
  /** The number of all items; null if unknown. */
  total?: number | null | undefined;
  /** True while the server is still computing some figures. */
  computing?: boolean | undefined;
};

/** A list in the API's shape. An empty list is exactly `{"items":[]}`, so that scripts can compare it. */
export function listData(items: readonly unknown[], { total = null, computing = false }: ListFacts) {
  const isCounted = items.length > 0 && total !== null;
  return { items, ...(isCounted ? { total } : {}), ...(computing ? { computing } : {}) };
}

/**
 * The note about figures that are still being computed, for stderr in every format.
 * @param isRepeated whether the command itself reads them again
 */
export const stillComputing = ({ computing = false }: ListFacts, isRepeated = false): string[] =>
  computing ? [`Some figures are still being computed.${isRepeated ? '' : ' Run the command again in a moment.'}`] : [];

/** Prints sentences on stderr, on a terminal without breaking words. */
export async function writeLines(context: Context, notes: readonly string[]): Promise<void> {
  const { wrapWords } = await import('../ui/wrap.ts');
  for (const note of notes) {
    const line = sanitizeCell(note.replaceAll('\n', ' '));
    const lines = context.stderr.isTerminal ? wrapWords(line, context.stderr.columns) : [line];
    await context.stderr.text(lines.map((part) => `${part}\n`).join(''));
  }
}

/** Prints notes. On a terminal, an empty line comes first. */
export async function writeNotes(context: Context, notes: readonly string[]): Promise<void> {
  if (notes.length > 0 && context.stderr.isTerminal) await context.stderr.text('\n');
  await writeLines(context, notes);
}

/** Wider than any row, so that nothing is cut or omitted. */
export const wideColumns = 4_000;

/** Names the columns for which a terminal is too narrow. */
export const omittedNotes = (headers: readonly string[]): string[] =>
  headers.length === 0
    ? []
    : [`Columns omitted because the terminal is too narrow: ${headers.join(', ')}. -o wide shows all columns.`];

async function onTerminal(context: Context, blocks: readonly Block[], notes: readonly string[]): Promise<void> {
  const { draw } = await import('../ui/screen.ts');
  const columns = context.output === 'wide' ? wideColumns : context.stdout.columns;
  const screen = draw(blocks, { columns, color: context.color });
  for (const part of screen.parts) await context.stdout.drawn(part);
  await writeNotes(context, [...omittedNotes(screen.leftOut), ...notes]);
}

async function asTable<Row>(context: Context, view: View<Row>): Promise<void> {
  if (view.rows.length === 0) {
    await writeLines(context, [view.empty ?? 'There is nothing to list.']);
    return;
  }
  const columns = await chosenColumns(context, view, view.columns);
  if (context.stdout.isTerminal) {
    const ownBlocks = context.columns === null && context.output === 'table' ? view.blocks?.() : undefined;
    const blockNotes = ownBlocks === undefined ? [] : (view.blockNotes ?? []);
    await onTerminal(context, ownBlocks ?? [table(view.rows, columns)], [...(view.notes ?? []), ...blockNotes]);
    return;
  }
  const { tabSeparated } = await import('./tab-separated.ts');
  const more = context.columns === null ? (view.more?.() ?? []) : [];
  const tables = [table(view.rows, columns), ...more].map((each) => tabSeparated(each, context));
  await context.stdout.rows(tables.join('\n'));
}

/** The columns that --columns selects. Without it, the given ones. */
export async function chosenColumns<Row>(
  context: Context,
  view: Pick<View<Row>, 'columns' | 'csvColumns'>,
  columns: readonly TextColumn<Row>[],
) {
  if (context.columns === null) return columns;
  const { chooseColumns } = await import('./choose-columns.ts');
  return chooseColumns(context.columns, [...columns, ...view.columns, ...(view.csvColumns ?? [])]);
}

/** Reports on stderr that a filter had no effect, because the command prints no data. */
export async function noteUnusedSelection({ selection, stderr }: Context): Promise<void> {
  if (selection === null || selection.wasUsed === true) return;
  const flag = { jq: '--jq', fields: '--json', jsonpath: '-o jsonpath', 'custom-columns': '-o custom-columns' };
  await stderr.text(`${flag[selection.kind]} has no effect, because this command prints no JSON.\n`);
}

type Selected = {
  data: unknown;
  /** What can be selected although this data does not contain it. */
  more?: MoreFields | undefined;
  /** Prints picked fields. */
  print: (data: unknown) => string;
};

/** The text that a filter, a template or a list of fields selects. */
export async function selectedText(
  selection: Exclude<Selection, { kind: 'custom-columns' }>,
  { data, more = new Map(), print }: Selected,
): Promise<string> {
  selection.wasUsed = true;
  if (selection.kind === 'jsonpath') {
    const { fillTemplate } = await import('./jsonpath/evaluate.ts');
    return fillTemplate(selection.template, data);
  }
  const { pickFields } = await import('./json-fields.ts');
  const picked = selection.fields === null ? data : pickFields(selection.fields, data, more);
  if (selection.kind === 'fields') return print(picked);
  const { applyFilter } = await import('./jq.ts');
  return applyFilter(selection.filter, picked);
}

async function writeSelected(context: Context, selection: Selection, data: unknown, more?: MoreFields) {
  if (selection.kind !== 'custom-columns') {
    const { json } = await import('./json.ts');
    return context.stdout.lines(await selectedText(selection, { data, more, print: json }));
  }
  selection.wasUsed = true;
  const [{ customColumns }, { itemsOf }] = await Promise.all([import('./custom-columns.ts'), import('./items.ts')]);
  return asTable(context, { data, rows: itemsOf(data) ?? [data], columns: customColumns(selection.columns) });
}

/** Prints data as JSON (or as YAML with `-o yaml`), or the selected part of it. */
export async function writeData(context: Context, data: unknown): Promise<void> {
  if (context.selection !== null) return writeSelected(context, context.selection, data);
  if (context.output === 'yaml') {
    const { yaml } = await import('./yaml.ts');
    return context.stdout.text(yaml(data));
  }
  const { json } = await import('./json.ts');
  return context.stdout.text(json(data));
}

async function asFormat<Row>(context: Context, view: View<Row>): Promise<void> {
  if (context.selection !== null) {
    const { fieldsOf } = await import('./json-fields.ts');
    return writeSelected(context, context.selection, view.data, fieldsOf(view.rows, view.fields));
  }
  switch (context.output) {
    case 'table':
    case 'wide':
      return asTable(context, view);
    case 'json':
    case 'yaml':
      return writeData(context, view.data);
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
      throw new UsageError(
        `Only trimtab check${context.output === 'markdown' ? ' and trimtab propose support' : ' supports'} -o ${context.output}.`,
        'Use another format with -o.',
      );
  }
}

/** Prints the output of a command. An incomplete list is printed, then the command fails with exit code 5. */
export async function present<Row>(context: Context, view: View<Row>): Promise<void> {
  await asFormat(context, view);
  const ignoresColumns = context.columns !== null && !['table', 'wide', 'csv'].includes(context.output);
  const unused = ignoresColumns ? [`--columns has no effect with -o ${context.output}, only with tables and CSV.`] : [];
  await writeNotes(context, [...(view.lacks ?? []), ...unused]);
  if (view.incomplete != null) {
    throw new CliError(view.incomplete, exitCode.partial, view.next ?? 'Run the command again.');
  }
}
