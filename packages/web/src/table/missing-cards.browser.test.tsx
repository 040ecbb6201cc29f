import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { thisPage } from '../browser/chunk-reload.ts';
import { MemoryRouter } from '../testing/memory-router.tsx';
import { CardBoundary } from './CardBoundary.tsx';
import type { Column } from './columns.ts';
import { Table } from './Table.tsx';

beforeEach(() => page.viewport(420, 800));
afterEach(() => page.viewport(1280, 800));

const columns: Column<string>[] = [{ id: 'name', header: 'Name', isRowHeader: true, cell: (name) => name }];

it('loads the cards of a narrow window again on Retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(thisPage, 'isServed').mockResolvedValue(false);
  // The cards arrive only together with their style sheet.
  const link = document.createElement('link');
  link.dataset.later = '';
  link.rel = 'alternate';
  link.href = 'http://127.0.0.1:1/no-such-style.css';
  document.head.append(link);
  render(
    <MemoryRouter at="/">
      <CardBoundary name="A table">
        <Table label="Names" columns={columns} rows={['cart']} rowKey={(name) => name} />
      </CardBoundary>
    </MemoryRouter>,
  );
  const retry = await screen.findByRole('button', { name: 'Retry' });
  link.remove();
  await userEvent.click(retry);
  expect(await screen.findByRole('list', { name: 'Names' })).toHaveTextContent('cart');
});
