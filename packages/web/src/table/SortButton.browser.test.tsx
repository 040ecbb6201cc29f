import { act, cleanup, render, screen } from '@testing-library/react';
import { startTransition, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { Column } from './columns.ts';
import type { RowSort } from './sort.ts';
import { Table } from './Table.tsx';

afterEach(cleanup);

type Row = { name: string; cost: number };
const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', isRowHeader: true, sort: {}, cell: ({ name }) => name },
  { id: 'cost', header: 'Cost', sort: { noun: 'cost' }, cell: ({ cost }) => cost },
];

const press = (...names: string[]) =>
  act(() => {
    for (const name of names) screen.getByRole('button', { name }).click();
  });

/** A table whose sort changes late, as an address does. Returns the requested sorts. */
function show() {
  const requested: string[] = [];
  function Sorted() {
    const [sort, setSort] = useState<RowSort>({ id: 'name', direction: 'ascending' });
    const onSort = (next: RowSort) => {
      requested.push(`${next.id} ${next.direction}`);
      startTransition(() => setSort(next));
    };
    return (
      <Table label="Costs" columns={columns} rows={[]} rowKey={({ name }) => name} sort={{ ...sort }} onSort={onSort} />
    );
  }
  render(<Sorted />);
  return requested;
}

it('counts each of two presses before the next render', () => {
  const requested = show();
  press('Cost', 'Cost');
  expect(requested).toEqual(['cost descending', 'cost ascending']);
  expect(screen.getByRole('columnheader', { name: 'Cost' })).toHaveAttribute('aria-sort', 'ascending');
  press('Cost');
  press('Name', 'Cost', 'Cost');
  expect(requested.slice(2)).toEqual(['cost descending', 'name ascending', 'cost descending', 'cost ascending']);
});
