import type { TextStyle } from './style.ts';
import { type Block, column, type Shorten, type TextColumn, table, type Value } from './table.ts';

/** One property of an object, printed on its own line. */
export type Fact = {
  /** The name in output for scripts. */
  id: string;
  /** The name in output for people. */
  label: string;
  text: string;
  /** Replaces the text in a pipe, such as a time as RFC 3339. */
  plain?: string;
  /** The unformatted value for CSV; defaults to the text. */
  value?: Value;
  style?: TextStyle;
  /** The text for a narrow terminal, instead of the beginning of the whole text. */
  shorten?: Shorten;
};

export function fact(id: string, label: string, text: string, more: Omit<Fact, 'id' | 'label' | 'text'> = {}): Fact {
  return { id, label, text, ...more };
}

/** A fact for a script, which reads its id. */
export const figure = (id: string, text: string, value: Value): Fact => fact(id, id, text, { value });

/** The cells of rows as facts for a pipe, one figure per line. */
export const cellFacts = <Row>(
  rows: readonly Row[],
  columns: readonly TextColumn<Row>[],
  nameOf: (row: Row) => string,
): Fact[] =>
  rows.flatMap((row) =>
    columns.map(({ id, text, value }) => figure(`${nameOf(row)}.${id}`, text(row), value?.(row) ?? null)),
  );

const labelColumn = column<Fact>('fact', 'FACT', ({ label }) => label, { value: ({ id }) => id });
const valueColumn = column<Fact>('value', 'VALUE', ({ plain, text }) => plain ?? text, {
  value: ({ value, text }) => (value === undefined ? text : value),
  style: ({ style = 'plain' }) => style,
  shorten: ({ shorten }) => shorten ?? null,
  minimum: 20,
  wraps: true,
});

/** The columns in a pipe. */
export const factColumns: readonly TextColumn<Fact>[] = [labelColumn, valueColumn];

/** Facts for a terminal: labels and values without a header. */
export function factsBlock(title: string, facts: readonly Fact[]): Block {
  const onScreen: TextColumn<Fact>[] = [
    { ...labelColumn, style: () => 'dim' },
    { ...valueColumn, text: ({ text }) => text },
  ];
  return { ...table(facts, onScreen, title), isHeadless: true };
}

/** The parts of a view that consists of facts. */
export const factsView = (title: string, facts: readonly Fact[]) => ({
  rows: facts,
  columns: factColumns,
  blocks: () => [factsBlock(title, facts)],
  nameOf: ({ id }: Fact) => id,
});
