// oxlint-disable-next-line import/no-unassigned-import -- a stylesheet has nothing to assign
import '../app/app.css';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Column } from './columns.ts';
import { headerHeight, rowHeight, Table } from './Table.tsx';

beforeEach(() => page.viewport(800, 600));
afterEach(cleanup);

type Row = { name: string };
const columns: readonly Column<Row>[] = [{ id: 'name', header: 'Name', isRowHeader: true, cell: ({ name }) => name }];
const keyOf = ({ name }: Row) => name;
const rows = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ name: `row ${index + 1}` }));

it('draws of 10,000 rows only those about the screen, and keeps the place of the others', async () => {
  render(<Table label="Long" columns={columns} rows={rows(10_000)} rowKey={keyOf} />);
  const table = screen.getByRole('table', { name: 'Long' });
  expect(table.getBoundingClientRect().height).toBeCloseTo(headerHeight + 10_000 * rowHeight, -2);
  expect(screen.getAllByRole('rowheader').length).toBeLessThan(120);
  expect(table).toHaveAttribute('aria-rowcount', '10001');
  scrollTo(0, 5_000 * rowHeight);
  const middle = await screen.findByRole('rowheader', { name: 'row 5005' });
  expect(middle.closest('tr')).toHaveAttribute('aria-rowindex', '5006');
  expect(middle.getBoundingClientRect().top).toBeGreaterThan(0);
  expect(middle.getBoundingClientRect().bottom).toBeLessThan(600);
  expect(screen.getAllByRole('rowheader').length).toBeLessThan(120);
  scrollTo(0, 0);
  await waitFor(() => expect(screen.getByRole('rowheader', { name: 'row 1' })).toBeVisible());
});

it('draws a short list whole, and says nothing of rows that are not there', () => {
  render(<Table label="Short" columns={columns} rows={rows(60)} rowKey={keyOf} />);
  expect(screen.getAllByRole('rowheader')).toHaveLength(60);
  expect(screen.getByRole('table')).not.toHaveAttribute('aria-rowcount');
});

it('draws the first rows at once, and the others when nothing else is to be drawn', async () => {
  const answer = new EventTarget();
  function Loading() {
    const [some, setSome] = useState<Row[] | null>(null);
    useEffect(() => answer.addEventListener('come', () => setSome(rows(20))), []);
    return <Table label="T" columns={columns} rows={some} rowKey={keyOf} expectedRows={20} />;
  }
  render(<Loading />);
  const table = screen.getByRole('table');
  const drawn: { rows: number; height: number }[] = [];
  const watch = new MutationObserver(() =>
    drawn.push({ rows: screen.getAllByRole('rowheader').length, height: table.getBoundingClientRect().height }),
  );
  watch.observe(table, { subtree: true, childList: true });
  // Not within the test library's `act`, which draws all that is due before it returns.
  setTimeout(() => answer.dispatchEvent(new Event('come')), 0);
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(20));
  watch.disconnect();
  const height = headerHeight + 20 * rowHeight;
  expect(drawn).toEqual([
    { rows: 4, height },
    { rows: 20, height },
  ]);
});

it.each([1, 2, 4, 9])('loads with four skeletons as high as the first of %i rows', (expectedRows) => {
  const { rerender } = render(
    <Table label="T" columns={columns} rows={null} rowKey={keyOf} expectedRows={expectedRows} />,
  );
  const loading = screen.getByRole('table').getBoundingClientRect().height;
  expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(4);
  rerender(<Table label="T" columns={columns} rows={rows(Math.min(4, expectedRows))} rowKey={keyOf} />);
  expect(screen.getByRole('table').getBoundingClientRect().height).toBe(loading);
});

it('lives in a place without width, and through a storm of resizes (W32)', async () => {
  const drawn = vi.fn<() => void>();
  const counted: readonly Column<Row>[] = [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      cell: ({ name }) => {
        drawn();
        return name;
      },
    },
  ];
  const many = rows(10_000);
  render(
    <div style={{ width: 0 }}>
      <Table label="Narrow" columns={counted} rows={many} rowKey={keyOf} />
    </div>,
  );
  await screen.findByRole('rowheader', { name: 'row 1' });
  const before = drawn.mock.calls.length;
  for (let turn = 0; turn < 200; turn += 1) dispatchEvent(new Event('resize'));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(drawn.mock.calls.length - before).toBeLessThanOrEqual(before);
});
