import type { TextStyle } from './style.ts';
import { type Block, type Column, table, type Value } from './table.ts';

/** One thing that is known of a single object: a line of its own. */
export type Fact = {
  /** As a script reads it. */
  id: string;
  /** As a person reads it. */
  label: string;
  text: string;
  /** Instead of the text where a program reads: a time as RFC 3339. */
  plain?: string;
  /** Unformatted, for CSV; defaults to the text. */
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

/** Facts on a terminal: label and value side by side, without a header. */
export function factsBlock(title: string, facts: readonly Fact[]): Block {
  const labeled = factColumns.map(
    (column): Column<Fact> =>
      column.id === 'fact' ? { ...column, style: () => 'dim' } : { ...column, text: (fact) => fact.text },
  );
  return { ...table(facts, labeled, title), isHeadless: true };
}
