import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { expect, it } from 'vitest';
import { usePagedRows } from './use-paged-rows.ts';

const pageSize = 10;
const pageQuery = (page: number) => ({
  queryKey: [page],
  queryFn: async () => ({
    items: Array.from({ length: pageSize }, (_, at) => ({ at: page * pageSize + at })),
    total: 95,
  }),
});

function open() {
  const client = new QueryClient();
  const seen = { drawn: 0 };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const list = renderHook(
    () => {
      useEffect(() => void (seen.drawn += 1));
      return usePagedRows<{ at: number }, { items: { at: number }[]; total: number }>(pageSize, pageQuery);
    },
    { wrapper },
  );
  const loaded = () => list.result.current.rows?.flatMap(({ item }) => item?.at ?? []) ?? [];
  return { list, seen, loaded };
}

it('loads the pages in view and half a page around them, up to the end of the list', async () => {
  const { list, loaded } = open();
  await waitFor(() => expect(loaded()).toHaveLength(10));
  act(() => list.result.current.onDrawn(28, 41));
  await waitFor(() =>
    expect(loaded()).toEqual([...Array(10).keys(), ...Array.from({ length: 30 }, (_, at) => 20 + at)]),
  );
  act(() => list.result.current.onDrawn(90, 140));
  await waitFor(() => expect(loaded().at(-1)).toBe(94));
  expect(list.result.current.rows).toHaveLength(95);
});

it('is not rendered again while the same pages are scrolled', async () => {
  const { list, seen, loaded } = open();
  await waitFor(() => expect(loaded()).toHaveLength(10));
  act(() => list.result.current.onDrawn(26, 43));
  await waitFor(() => expect(loaded()).toHaveLength(40));
  const before = seen.drawn;
  act(() => list.result.current.onDrawn(27, 44));
  act(() => list.result.current.onDrawn(25, 45));
  expect(seen.drawn).toBe(before);
});

it('keeps the rows of a page that stays in view when the pages before it leave', async () => {
  const { list, loaded } = open();
  await waitFor(() => expect(loaded()).toHaveLength(10));
  act(() => list.result.current.onDrawn(28, 41));
  await waitFor(() => expect(loaded()).toHaveLength(40));
  const before = list.result.current.rows?.slice(30, 50);
  act(() => list.result.current.onDrawn(38, 51));
  await waitFor(() => expect(loaded().at(-1)).toBe(59));
  const after = list.result.current.rows?.slice(30, 50);
  expect(after?.filter((row, at) => row !== before?.[at])).toEqual([]);
});
