import type { TextStyle } from './style.ts';
import { type Block, type Column, column, table, type Value } from './table.ts';

/** One property of an object, printed on its own line. */
export type Fact = {
  /** The name for scripts. */
  id: string;
  /** The name for people. */
  label: string;
  text: string;
  /** Replaces the text in a pipe, such as a time as RFC 3339. */
  plain?: string;
  /** The unformatted value for CSV; defaults to the text. */
  value?: Value;
  style?: TextStyle;
};

export function fact(id: string, label: string, text: string, more: Omit<Fact, 'id' | 'label' | 'text'> = {}): Fact {
  return { id, label, text, ...more };
}

export const factColumns: readonly Column<Fact>[] = [
  column('fact', 'FACT', (fact) => fact.label, { value: (fact) => fact.id }),
  column('value', 'VALUE', (fact) => fact.plain ?? fact.text, {
    value: (fact) => (fact.value === undefined ? fact.text : fact.value),
    style: (fact) => fact.style ?? 'plain',
    minimum: 20,
  }),
];

/** The parts of a view that consists of facts. */
export const factsView = (title: string, facts: readonly Fact[]) => ({
  rows: facts,
  columns: factColumns,
  blocks: () => [factsBlock(title, facts)],
  nameOf: ({ id }: Fact) => id,
});

/** Facts for a terminal: labels and values without a header. */
export function factsBlock(title: string, facts: readonly Fact[]): Block {
  const labeled = factColumns.map(
    (column): Column<Fact> =>
      column.id === 'fact' ? { ...column, style: () => 'dim' } : { ...column, text: (fact) => fact.text },
  );
  return { ...table(facts, labeled, title), isHeadless: true };
}
