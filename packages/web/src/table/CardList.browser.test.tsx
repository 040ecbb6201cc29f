import { render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Column } from './columns.ts';
import type { RowSort } from './sort.ts';
import { Table } from './Table.tsx';

beforeEach(() => page.viewport(390, 800));

type Row = { name: string; dollars: number };
const columns: readonly Column<Row>[] = [
  { id: 'select', header: 'Select', card: 'corner', cardHeader: <button type="button">All</button>, cell: () => null },
  { id: 'name', header: 'Name', isRowHeader: true, sort: {}, cell: ({ name }) => <a href={`#${name}`}>{name}</a> },
  { id: 'kind', header: 'Kind', cell: () => 'Deployment' },
  { id: 'pods', header: 'Pods', align: 'end', cell: () => '3' },
  {
    id: 'cost',
    header: 'Yearly cost',
    align: 'end',
    card: 'lead',
    sort: { noun: 'cost' },
    cell: ({ dollars }) => `$${dollars}`,
  },
  { id: 'hidden', header: 'Left out', card: 'none', cell: () => 'nothing' },
];
const keyOf = ({ name }: Row) => name;
const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ name: `row ${index + 1}`, dollars: index }));
const cardHeight = 120;

it('draws a row as a card with the money first, then the name, then the other columns with their headers', async () => {
  render(<Table label="Costs" columns={columns} rows={rows(2)} rowKey={keyOf} cards={cardHeight} />);
  const list = within(await screen.findByRole('list', { name: 'Costs' }));
  const [first] = list.getAllByRole('listitem');
  expect(first?.textContent).toBe('$0 Yearly costrow 1KindDeploymentPods3');
  expect(
    within(first ?? document.body)
      .getAllByRole('term')
      .map((term) => term.textContent),
  ).toEqual(['Kind', 'Pods']);
  expect(screen.getByRole('button', { name: 'All' })).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

it('has all controls of a card without money at its right edge', async () => {
  const controls = ['one', 'two'].map(
    (id): Column<Row> => ({ id, header: id, card: 'corner', cell: () => <button type="button">{id}</button> }),
  );
  const [, name] = columns;
  render(<Table label="Pods" columns={name ? [name, ...controls] : []} rows={rows(1)} rowKey={keyOf} />);
  const [one, two] = await screen.findAllByRole('button');
  const left = two?.getBoundingClientRect().left ?? 0;
  expect(left - (one?.getBoundingClientRect().right ?? 0)).toBeLessThan(20);
  expect(left).toBeGreaterThan(300);
});

it('is a table again when the window becomes wider', async () => {
  render(<Table label="Costs" columns={columns} rows={rows(2)} rowKey={keyOf} cards={cardHeight} />);
  await screen.findByRole('list', { name: 'Costs' });
  await page.viewport(600, 800);
  expect(await screen.findByRole('table', { name: 'Costs' })).toBeVisible();
  expect(screen.queryByRole('list')).toBeNull();
});

it('stays a table if it fits a narrow window', () => {
  render(<Table label="Values" columns={columns} rows={rows(2)} rowKey={keyOf} cards="table" />);
  expect(screen.getByRole('table', { name: 'Values' })).toBeVisible();
});

it('sorts by the same columns and with the same words as the headers, from the keyboard', async () => {
  const onSort = vi.fn<(sort: RowSort) => void>();
  function Sorted() {
    const [sort, setSort] = useState<RowSort | null>(null);
    const change = (next: RowSort) => {
      onSort(next);
      setSort(next);
    };
    return (
      <Table
        label="Costs"
        columns={columns}
        rows={rows(3)}
        rowKey={keyOf}
        cards={cardHeight}
        sort={sort}
        onSort={change}
      />
    );
  }
  render(<Sorted />);
  const choice = await screen.findByRole('combobox', { name: 'Sort Costs by' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Not sorted', 'Name', 'Yearly cost']);
  await userEvent.selectOptions(choice, 'Yearly cost');
  expect(onSort).toHaveBeenLastCalledWith({ id: 'cost', direction: 'descending' });
  choice.focus();
  await userEvent.keyboard('{Tab}');
  expect(screen.getByRole('button', { name: 'Sort by lowest cost' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onSort).toHaveBeenLastCalledWith({ id: 'cost', direction: 'ascending' });
  expect(screen.getByRole('button', { name: 'Sort by highest cost' })).toBeVisible();
  await userEvent.keyboard('{Tab}');
  expect(screen.getByRole('link', { name: 'row 1' })).toHaveFocus();
});

it.each(['page', 'card'] as const)('draws only the cards in view of 10,000 (scroll: %s)', async (scroll) => {
  render(
    <Table label="Long" columns={columns} rows={rows(10_000)} rowKey={keyOf} cards={cardHeight} scroll={scroll} />,
  );
  const list = await screen.findByRole('list', { name: 'Long' });
  expect(list.scrollHeight).toBeCloseTo(10_000 * cardHeight, -2);
  await waitFor(() => expect(within(list).getAllByRole('listitem').length).toBeLessThan(60));
  (scroll === 'page' ? window : list).scrollTo(0, 5_000 * cardHeight);
  const middle = (await screen.findByRole('link', { name: 'row 5004' })).closest('li');
  expect(middle).toHaveAttribute('aria-posinset', '5004');
  expect(middle).toHaveAttribute('aria-setsize', '10000');
  expect(within(list).getAllByRole('listitem').length).toBeLessThan(60);
  scrollTo(0, 0);
});

it('shows skeleton cards while the rows load', async () => {
  render(<Table label="Costs" columns={columns} rows={null} rowKey={keyOf} cards={cardHeight} />);
  expect(await screen.findByRole('list', { name: 'Costs' })).toHaveAttribute('aria-busy', 'true');
  expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(4);
});
