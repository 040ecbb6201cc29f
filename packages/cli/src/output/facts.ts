import type { TextStyle } from './style.ts';
import { type Block, type Column, table, type Value } from './table.ts';

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

export const factColumns: readonly Column<Fact>[] = [
  { id: 'fact', header: 'FACT', text: (fact) => fact.label, value: (fact) => fact.id },
  {
    id: 'value',
    header: 'VALUE',
    text: (fact) => fact.plain ?? fact.text,
    value: (fact) => (fact.value === undefined ? fact.text : fact.value),
    style: (fact) => fact.style ?? 'plain',
    minimum: 20,
  },
];

/** Facts for a terminal: labels and values without a header. */
export function factsBlock(title: string, facts: readonly Fact[]): Block {
  const labeled = factColumns.map(
    (column): Column<Fact> =>
      column.id === 'fact' ? { ...column, style: () => 'dim' } : { ...column, text: (fact) => fact.text },
  );
  return { ...table(facts, labeled, title), isHeadless: true };
}
