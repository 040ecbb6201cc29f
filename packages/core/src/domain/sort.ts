import { type SortField, sortFields } from '../api/schemas/views.ts';

/** The values of `aria-sort`. */
export type SortDirection = 'ascending' | 'descending';
/** Sort field and direction of a list. */
export type Sort = { readonly field: SortField; readonly direction: SortDirection };

/** Name, ascending. */
export const defaultSort: Sort = { field: 'name', direction: 'ascending' };

/** The text that is sent: `+name`, `-cost`. Put it into a query only with URLSearchParams, which encodes `+` as `%2B`. */
export function sortParameter({ field, direction }: Sort): string {
  return `${direction === 'ascending' ? '+' : '-'}${field}`;
}

/**
 * Parses the parameter of a sort by one of these fields; null for anything else. A leading blank is read as `+`, which an
 * unencoded query turns into a blank.
 */
export function parseSortBy<Field extends string>(
  text: string | null | undefined,
  fields: readonly Field[],
): { readonly field: Field; readonly direction: SortDirection } | null {
  const match = /^([+ -])([a-z_]+)$/.exec(text ?? '');
  const field = fields.find((known) => known === match?.[2]);
  return field === undefined ? null : { field, direction: match?.[1] === '-' ? 'descending' : 'ascending' };
}

/** Parses a sort of the targets of a namespace that a user typed, or that is in an address: a bare field is ascending. */
export const parseSort = (text: string | null | undefined): Sort | null =>
  parseSortBy(text?.replace(/^\b/, '+'), sortFields);

/**
 * The sort after a click on a column: the current field reverses the direction; a new field starts ascending, cost
 * descending.
 */
export function nextSort(current: Sort, field: SortField): Sort {
  if (current.field === field)
    return { field, direction: current.direction === 'ascending' ? 'descending' : 'ascending' };
  return { field, direction: field === 'cost' ? 'descending' : 'ascending' };
}
