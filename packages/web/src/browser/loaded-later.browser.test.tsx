import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
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
