import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { routePage } from './route-page.tsx';

afterEach(cleanup);

/** A page that counts its renders. */
function aPage() {
  const seen = { drawn: 0 };
  const Page = routePage('counted', async () => () => {
    seen.drawn += 1;
    return <h1>Here</h1>;
  });
  return { seen, Page };
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
  expect(screen.getByRole('status', { name: 'Loading the page' })).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Here' })).toBeVisible();
  unmount();
  render(<Page />);
  expect(screen.getByRole('heading', { name: 'Here' })).toBeVisible();
  expect(seen.drawn).toBe(2);
});
