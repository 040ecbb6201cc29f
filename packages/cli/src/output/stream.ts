import type { Context } from '../context.ts';
import { exitCode } from '../exit-code.ts';
import { UsageError } from '../failure.ts';
import type { Fit } from '../ui/fit.ts';
import type { Selection } from './formats.ts';
import { chosenColumns, omittedNotes, selectedText, wideColumns, writeNotes } from './present.ts';
import { sanitizeCell } from './sanitize.ts';
import { type TextColumn, table } from './table.ts';
import type { View } from './view.ts';

/** The same interval as in the live view. */
const intervalMs = 10_000;

type Listing<Row> = Pick<View<Row>, 'rows' | 'columns' | 'csvColumns' | 'fields' | 'incomplete' | 'lacks'> & {
  nameOf: (row: Row) => string;
  /** What `-o json` prints for a row. */
  dataOf: (row: Row) => unknown;
};

type Widths = Fit['widths'];

/** Prints rows in one format. The header comes before the first row. */
type RowPrinter<Row> = {
  header: string | null;
  line: (row: Row) => string | Promise<string>;
  /** The text that is compared to detect changed rows. Default: the line itself. */
  content?: (row: Row) => string | Promise<string>;
  write: (text: string) => Promise<void>;
  /** Printed on stderr before the header. */
  notes?: readonly string[];
  /** The widths of the columns on a terminal. */
  widths?: Widths;
};

async function tablePrinter<Row>(
  { stdout, color, output, headers }: Context,
  rows: readonly Row[],
  columns: readonly TextColumn<Row>[],
  before: Widths | null,
): Promise<RowPrinter<Row>> {
  if (!stdout.isTerminal) {
    const { tabSeparated } = await import('./tab-separated.ts');
    const line = (row: Row) => tabSeparated(table([row], columns), { headers: false, color });
    return { header: headers ? tabSeparated(table([], columns), { headers, color }) : null, line, write: stdout.rows };
  }
  const [{ fit }, { headerLine, rowLines }] = await Promise.all([import('../ui/fit.ts'), import('../ui/row.ts')]);
  const whole = table(rows, columns);
  const fitted = fit(whole, output === 'wide' ? wideColumns : stdout.columns);
  // A longer name must not remove a column of the header. It is cut instead.
  const hasSame =
    before === null || fitted.widths.every((width, index) => (width === null) === (before[index] === null));
  const widths = hasSame ? fitted.widths : before;
  const layout = { table: whole, widths, color };
  const cellsOf = (row: Row) => table([row], columns).rows[0] ?? [];
  return {
    header: `${headerLine(layout)}\n`,
    line: (row) => `${rowLines(cellsOf(row), layout).join('\n')}\n`,
    content: (row) =>
      cellsOf(row)
        .map(({ text }) => text)
        .join('\t'),
    write: stdout.drawn,
    notes: omittedNotes(fitted.leftOut),
    widths,
  };
}

/** Prints the selected part of each row. */
async function selectionPrinter<Row>(
  context: Context,
  selection: Selection,
  { rows, dataOf, fields }: Listing<Row>,
  before: Widths | null,
): Promise<RowPrinter<Row>> {
  selection.wasUsed = true;
  if (selection.kind === 'custom-columns') {
    const { customColumns } = await import('./custom-columns.ts');
    const columns = customColumns(selection.columns).map(({ text, ...column }) => ({
      ...column,
      text: (row: Row) => text(dataOf(row)),
    }));
    return tablePrinter(context, rows, columns, before);
  }
  const asked = selection.kind === 'jq' ? selection.filter : selection.kind === 'jsonpath' ? selection.template : '';
  if (/^[\s{]*(range\s+)?\.items\b/.test(asked)) {
    throw new UsageError(
      'With -w, the filter gets each row on its own, so .items does not exist.',
      'Use -w --jq .name',
    );
  }
  // A field that only some rows have is null in the others, as in a list.
  const known = new Map(rows.flatMap((row) => Object.keys(dataOf(row) ?? {})).map((name) => [name, () => null]));
  const [{ escapeUnsafe }, { fieldsOf }] = await Promise.all([import('./sanitize.ts'), import('./json-fields.ts')]);
  const print = (data: unknown) => escapeUnsafe(JSON.stringify(data));
  const line = async (row: Row) => {
    const text = await selectedText(selection, {
      data: dataOf(row),
      more: new Map([...known, ...fieldsOf([row], fields)]),
      print,
    });
    return text === '' || text.endsWith('\n') ? text : `${text}\n`;
  };
  return { header: null, line, content: (row) => JSON.stringify(dataOf(row)), write: context.stdout.lines };
}

async function printerFor<Row>(
  context: Context,
  listing: Listing<Row>,
  before: Widths | null = null,
): Promise<RowPrinter<Row>> {
  const { output, stdout, headers, selection } = context;
  if (selection !== null) return selectionPrinter(context, selection, listing, before);
  switch (output) {
    case 'table':
    case 'wide':
      return tablePrinter(context, listing.rows, await chosenColumns(context, listing, listing.columns), before);
    case 'json': {
      const { escapeUnsafe } = await import('./sanitize.ts');
      const line = (row: Row) => `${escapeUnsafe(JSON.stringify(listing.dataOf(row)))}\n`;
      return { header: null, line, write: stdout.text };
    }
    case 'csv': {
      const { csv } = await import('./csv.ts');
      const columns = await chosenColumns(context, listing, listing.csvColumns ?? listing.columns);
      return {
        header: headers ? csv([], columns, true) : null,
        line: (row) => csv([row], columns, false),
        write: stdout.records,
      };
    }
    case 'name':
      return { header: null, line: (row) => `${listing.nameOf(row)}\n`, write: stdout.text };
    case 'yaml': {
      const { yaml } = await import('./yaml.ts');
      return { header: null, line: (row) => `---\n${yaml(listing.dataOf(row))}`, write: stdout.text };
    }
    case 'junit':
    case 'sarif':
    case 'markdown':
      break;
  }
  throw new UsageError(`-w cannot print ${output}.`, 'Use -o table, wide, json, yaml, csv or name.');
}

/** Reports a failed read, unless the previous one failed in the same way. Throws if retrying cannot help. */
async function explain({ api, stderr, signal }: Context, error: unknown, before: string | null): Promise<string> {
  signal.throwIfAborted();
  const { describeFailure } = await import('../report.ts');
  const { message, exitCode: code } = describeFailure(error, api);
  if (code === exitCode.denied || code === exitCode.usage) throw error;
  if (message !== before) await stderr.text(`${message.replaceAll('\n', ' ')} Retrying every ten seconds.\n`);
  return message;
}

type Shown = { content: string; text: string; name: string };

/** Prints what has become missing from the figures since the previous read, and when nothing is missing any more. */
async function noteLacks({ stderr }: Context, before: readonly string[], now: readonly string[]): Promise<void> {
  for (const sentence of now) if (!before.includes(sentence)) await stderr.text(`${sanitizeCell(sentence)}\n`);
  if (before.length > 0 && now.length === 0) await stderr.text('All figures are complete now.\n');
}

/** Prints a list, then, until interrupted, every new or changed row and the names of removed rows. */
export async function follow<Row>(
  context: Context,
  read: () => Promise<Listing<Row>>,
  keyOf: (row: Row) => string,
): Promise<void> {
  const { clock, signal, stderr } = context;
  const first = await read();
  const { header, write, notes = [], widths = null } = await printerFor(context, first);
  if (notes.length > 0) await writeNotes(context, notes);
  if (header !== null) await write(header);
  let shown = new Map<string, Shown>();
  let problem: string | null = null;
  let lacks: readonly string[] = [];
  for (let listing: Listing<Row> | null = first; ; listing = null) {
    try {
      listing ??= await read();
      const isWhole = listing.incomplete == null;
      if (!isWhole && listing.incomplete !== problem) await stderr.text(`${listing.incomplete}\n`);
      problem = listing.incomplete ?? null;
      await noteLacks(context, lacks, listing.lacks ?? []);
      lacks = listing.lacks ?? [];
      const { nameOf } = listing;
      const { line, content = line } = await printerFor(context, listing, widths);
      const now = new Map<string, Shown>();
      for (const row of listing.rows) {
        const before = shown.get(keyOf(row));
        const found = await content(row);
        const text = before?.content === found ? before.text : await line(row);
        now.set(keyOf(row), { content: found, text, name: nameOf(row) });
        if (before?.text !== text) await write(text);
      }
      // Rows that are missing in an incomplete list may still exist.
      const gone = isWhole ? [...shown].filter(([key]) => !now.has(key)) : [];
      for (const [, { name }] of gone) await stderr.text(`${name} is no longer listed.\n`);
      shown = isWhole ? now : new Map([...shown, ...now]);
    } catch (error) {
      problem = await explain(context, error, problem);
    }
    await clock.sleep(intervalMs, signal);
  }
}
