import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { CardBoundary } from '../table/CardBoundary.tsx';
import { loadedLater } from './loaded-later.tsx';

/** A page that counts its renders. */
function aPage() {
  const seen = { drawn: 0 };
  const load = async () => () => {
    seen.drawn += 1;
    return <h1>Here</h1>;
  };
  return { seen, Page: loadedLater('counted', load, <p>Loading</p>) };
}

it('renders once if its code is already loaded', async () => {
  const { seen, Page } = aPage();
  await act(async () => Page.preload());
  render(<Page />);
  expect(screen.getByRole('heading', { name: 'Here' })).toBeVisible();
  expect(seen.drawn).toBe(1);
});

it('shows a placeholder until its code is loaded, and none the next time', async () => {
  const { seen, Page } = aPage();
  const { unmount } = render(<Page />);
  expect(screen.getByText('Loading')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Here' })).toBeVisible();
  unmount();
  render(<Page />);
  expect(screen.getByRole('heading', { name: 'Here' })).toBeVisible();
  expect(seen.drawn).toBe(2);
});

it('loads its code again if it is retried after a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn<() => Promise<() => ReactNode>>(async () => () => <h1>Here</h1>);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const page = { buildId: 'a', storage: () => sessionStorage, isServed: async () => false, reload: () => {} };
  const Page = loadedLater('retried', load, <p>Loading</p>, page);
  render(
    <CardBoundary name="A card">
      <Page />
    </CardBoundary>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Here' })).toBeVisible();
});
