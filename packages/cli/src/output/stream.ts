import type { Context } from '../context.ts';
import { exitCode } from '../exit-code.ts';
import { UsageError } from '../failure.ts';
import type { Fit } from '../ui/fit.ts';
import { chosenColumns, omittedNotes, writeNotes } from './present.ts';
import { type TextColumn, table } from './table.ts';
import type { View } from './view.ts';

/** As often as the live view. */
const intervalMs = 10_000;
/** Wider than any row, so that nothing is cut. */
const wideColumns = 4_000;

type Listing<Row> = Pick<View<Row>, 'rows' | 'columns' | 'csvColumns' | 'incomplete'> & {
  nameOf: (row: Row) => string;
  /** What `-o json` prints for a row. */
  dataOf: (row: Row) => unknown;
};

type Widths = Fit['widths'];

/** Prints rows in one format. The header comes before the first row. */
type RowPrinter<Row> = {
  header: string | null;
  line: (row: Row) => string;
  /** The line without padding, for comparing rows. Absent if the line itself has no padding. */
  content?: (row: Row) => string;
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
  // A longer name must not remove a column that the header has: it is cut instead.
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

async function printerFor<Row>(
  context: Context,
  listing: Listing<Row>,
  before: Widths | null = null,
): Promise<RowPrinter<Row>> {
  const { output, stdout, headers } = context;
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

/** Reports a failed read, unless the last one failed in the same way. Throws if retrying cannot help. */
async function explain({ api, stderr, signal }: Context, error: unknown, before: string | null): Promise<string> {
  signal.throwIfAborted();
  const { describeFailure } = await import('../report.ts');
  const { message, exitCode: code } = describeFailure(error, api);
  if (code === exitCode.denied || code === exitCode.usage) throw error;
  if (message !== before) await stderr.text(`${message.replaceAll('\n', ' ')} Retrying every ten seconds.\n`);
  return message;
}

/** Prints a list, then, until it is interrupted, every row that is new or changed, and the names of those that are gone. */
export async function follow<Row>(
  context: Context,
  read: () => Promise<Listing<Row>>,
  keyOf: (row: Row) => string,
): Promise<void> {
  const { selection, clock, signal, stderr } = context;
  if (selection !== null)
    throw new UsageError(
      '-w cannot be combined with a filter or a template.',
      'Remove --jq, --json or the template, or -w.',
    );
  const first = await read();
  const { header, write, notes = [], widths = null } = await printerFor(context, first);
  if (notes.length > 0) await writeNotes(context, notes);
  if (header !== null) await write(header);
  let shown = new Map<string, { content: string; name: string }>();
  let problem: string | null = null;
  for (let listing: Listing<Row> | null = first; ; listing = null) {
    try {
      listing ??= await read();
      const isWhole = listing.incomplete == null;
      if (!isWhole && listing.incomplete !== problem) await stderr.text(`${listing.incomplete}\n`);
      problem = listing.incomplete ?? null;
      const { nameOf } = listing;
      const { line, content = line } = await printerFor(context, listing, widths);
      const now = new Map<string, { content: string; name: string }>();
      for (const row of listing.rows) {
        const entry = { content: content(row), name: nameOf(row) };
        now.set(keyOf(row), entry);
        if (shown.get(keyOf(row))?.content !== entry.content) await write(line(row));
      }
      // Rows that an incomplete list lacks may still exist.
      const gone = isWhole ? [...shown].filter(([key]) => !now.has(key)) : [];
      for (const [, { name }] of gone) await stderr.text(`${name} is no longer listed.\n`);
      shown = isWhole ? now : new Map([...shown, ...now]);
    } catch (error) {
      problem = await explain(context, error, problem);
    }
    await clock.sleep(intervalMs, signal);
  }
}
