// oxlint-disable-next-line import/no-unassigned-import -- a stylesheet has nothing to assign
import '../app/app.css';
import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Column } from './columns.ts';
import { headerHeight, defaultRowHeight as rowHeight, Table } from './Table.tsx';

beforeEach(() => page.viewport(800, 600));

type Row = { name: string };
const columns: readonly Column<Row>[] = [{ id: 'name', header: 'Name', isRowHeader: true, cell: ({ name }) => name }];
const keyOf = ({ name }: Row) => name;
const rows = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ name: `row ${index + 1}` }));

/** Makes every frame of the page longer than 20 ms. Returns a function that ends it. */
function slowFrames(): () => void {
  let frame = 0;
  const wait = () => {
    frame = requestAnimationFrame(wait);
    for (const ends = performance.now() + 30; performance.now() < ends; );
  };
  wait();
  return () => cancelAnimationFrame(frame);
}

it('draws only the rows near the screen of 10,000, and keeps the place of the others', async () => {
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

it('draws only the rows in view of a table that scrolls inside its card', async () => {
  render(<Table label="Long" columns={columns} rows={rows(10_000)} rowKey={keyOf} scroll="card" />);
  const table = screen.getByRole('table', { name: 'Long' });
  const scroller = table.parentElement;
  expect(scroller?.scrollHeight).toBeCloseTo(headerHeight + 10_000 * rowHeight, -2);
  expect(scroller?.clientHeight).toBe(headerHeight + 14.5 * rowHeight);
  expect(scroller).toHaveAttribute('tabindex', '0');
  await waitFor(() => expect(screen.getAllByRole('rowheader').length).toBeLessThan(30));
  scroller?.scrollTo(0, 5_000 * rowHeight);
  const middle = await screen.findByRole('rowheader', { name: 'row 5005' });
  expect(middle.closest('tr')).toHaveAttribute('aria-rowindex', '5006');
  expect(middle.getBoundingClientRect().bottom).toBeLessThan(scroller?.getBoundingClientRect().bottom ?? 0);
  expect(screen.getByRole('columnheader', { name: 'Name' }).getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
  expect(screen.getAllByRole('rowheader').length).toBeLessThan(30);
});

it('draws at most two new rows at a time if frames are long, so that a long scroll never blocks the page', async () => {
  const endSlowness = slowFrames();
  render(<Table label="Long" columns={columns} rows={rows(10_000)} rowKey={keyOf} scroll="card" />);
  const scroller = screen.getByRole('table', { name: 'Long' }).parentElement;
  await waitFor(() => expect(screen.getAllByRole('rowheader').length).toBeLessThan(24));
  const added: number[] = [];
  const watch = new MutationObserver((changes) =>
    added.push(
      changes
        .flatMap(({ addedNodes }) => [...addedNodes])
        .filter((node) => node instanceof Element && node.querySelector('th') !== null).length,
    ),
  );
  watch.observe(screen.getByRole('table', { name: 'Long' }), { subtree: true, childList: true });
  scroller?.scrollTo(0, 5_000 * rowHeight);
  for (const last of ['row 5000', 'row 5018']) await screen.findByRole('rowheader', { name: last });
  scroller?.scrollTo(0, 4_990 * rowHeight);
  for (const last of ['row 4990', 'row 5004']) await screen.findByRole('rowheader', { name: last });
  watch.disconnect();
  endSlowness();
  expect(Math.max(...added)).toBeLessThanOrEqual(2);
  expect(added.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(25);
});

it('draws once in a frame', async () => {
  const endSlowness = slowFrames();
  render(<Table label="Long" columns={columns} rows={rows(10_000)} rowKey={keyOf} scroll="card" />);
  const table = screen.getByRole('table', { name: 'Long' });
  await waitFor(() => expect(screen.getAllByRole('rowheader').length).toBeLessThan(24));
  // The time of the timeline stays the same during a frame.
  const drawnAt: unknown[] = [];
  const watch = new MutationObserver(() => drawnAt.push(document.timeline.currentTime));
  watch.observe(table, { subtree: true, childList: true });
  table.parentElement?.scrollTo(0, 10 * rowHeight);
  for (const last of ['row 25', 'row 28']) await screen.findByRole('rowheader', { name: last });
  watch.disconnect();
  endSlowness();
  expect(drawnAt.length).toBeGreaterThan(1);
  expect(new Set(drawnAt).size).toBe(drawnAt.length);
});

it('follows a page on which content appears above the table', async () => {
  const many = rows(10_000);
  const pageWith = (height: number) => (
    <>
      <div style={{ height }} />
      <Table label="Long" columns={columns} rows={many} rowKey={keyOf} />
    </>
  );
  const { rerender } = render(pageWith(0));
  scrollTo(0, 5_000 * rowHeight);
  await screen.findByRole('rowheader', { name: 'row 5005' });
  rerender(pageWith(3_000 * rowHeight));
  scrollTo(0, 5_001 * rowHeight);
  const shifted = await screen.findByRole('rowheader', { name: 'row 2005' });
  expect(shifted.getBoundingClientRect().top).toBeGreaterThan(0);
  expect(shifted.getBoundingClientRect().bottom).toBeLessThan(600);
});

it('draws the first 500 rows for printing, and says that there are more', async () => {
  render(<Table label="Long" columns={columns} rows={rows(700)} rowKey={keyOf} scroll="card" />);
  await waitFor(() => expect(screen.getAllByRole('rowheader').length).toBeLessThan(30));
  dispatchEvent(new Event('beforeprint'));
  expect(await screen.findByText('The first 500 of 700 rows. The CSV file has all of them.')).toBeVisible();
  expect(screen.getAllByRole('rowheader')).toHaveLength(500);
  dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(screen.getAllByRole('rowheader').length).toBeLessThan(30));
});

it('draws a short list whole, without row counts for screen readers', () => {
  render(<Table label="Short" columns={columns} rows={rows(60)} rowKey={keyOf} />);
  expect(screen.getAllByRole('rowheader')).toHaveLength(60);
  expect(screen.getByRole('table')).not.toHaveAttribute('aria-rowcount');
});

it.each([1, 2, 4, 9])('shows four skeleton rows that are as high as the first page of %i rows', (expectedRows) => {
  const { rerender } = render(
    <Table label="T" columns={columns} rows={null} rowKey={keyOf} expectedRows={expectedRows} />,
  );
  const loading = screen.getByRole('table').getBoundingClientRect().height;
  expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(4);
  rerender(<Table label="T" columns={columns} rows={rows(Math.min(4, expectedRows))} rowKey={keyOf} />);
  expect(screen.getByRole('table').getBoundingClientRect().height).toBe(loading);
});

it('draws in a container without width, and does not draw again on every resize', async () => {
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
  for (let times = 0; times < 200; times += 1) dispatchEvent(new Event('resize'));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(drawn.mock.calls.length - before).toBeLessThanOrEqual(before);
});

const namePosition = () => getComputedStyle(screen.getByRole('rowheader', { name: 'row 1' })).position;

it('pins the names only if the table scrolls sideways', async () => {
  const two: readonly Column<Row>[] = [...columns, { id: 'size', header: 'Size', width: '6rem', cell: () => '1' }];
  render(<Table label="T" columns={two} rows={rows(3)} rowKey={keyOf} minWidth="45rem" />);
  await waitFor(() => expect(namePosition()).toBe('static'));
  await page.viewport(700, 600);
  await waitFor(() => expect(namePosition()).toBe('sticky'));
  await page.viewport(800, 600);
  await waitFor(() => expect(namePosition()).toBe('static'));
});

/** Whether the header of a column is completely visible beside the pinned name. */
function isWhole(name: string): boolean {
  const { left, right } = screen.getByRole('columnheader', { name: new RegExp(`^${name}`) }).getBoundingClientRect();
  const pinned = screen.getByRole('columnheader', { name: 'Name' }).getBoundingClientRect();
  return left >= pinned.right - 1 && right <= innerWidth;
}

const wideColumns: readonly Column<Row>[] = [
  ...columns,
  ...['a', 'b', 'c', 'd', 'e'].map((id): Column<Row> => ({ id, header: id, width: '12rem', sort: {}, cell: () => id })),
];
const sortedBy = (id: string, count = 2) => (
  <Table
    label="Wide"
    columns={wideColumns}
    rows={rows(count)}
    rowKey={keyOf}
    sort={{ id, direction: 'ascending' }}
    onSort={() => {}}
    minWidth="80rem"
  />
);

it('scrolls sideways to the column that it is sorted by, beside the pinned name', async () => {
  const { rerender } = render(sortedBy('e'));
  await waitFor(() => expect(isWhole('e')).toBe(true));
  rerender(sortedBy('a'));
  await waitFor(() => expect(isWhole('a')).toBe(true));
});

it('keeps the column that it is sorted by visible when the window becomes narrower', async () => {
  await page.viewport(1400, 600);
  render(sortedBy('d'));
  await waitFor(() => expect(isWhole('d')).toBe(true));
  await page.viewport(700, 600);
  await waitFor(() => expect(isWhole('d')).toBe(true));
});

it('does not undo a scroll of the user when rows arrive', async () => {
  const { rerender } = render(sortedBy('e'));
  await waitFor(() => expect(isWhole('e')).toBe(true));
  const scroller = screen.getByRole('table', { name: 'Wide' }).parentElement;
  scroller?.scrollTo(0, 0);
  rerender(sortedBy('e', 5));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(scroller?.scrollLeft).toBe(0);
});
