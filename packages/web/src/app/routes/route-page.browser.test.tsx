import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { routePage } from './route-page.tsx';

afterEach(cleanup);

/** A page that counts how often it is drawn. */
function aPage() {
  const seen = { drawn: 0 };
  const Page = routePage('counted', async () => () => {
    seen.drawn += 1;
    return <h1>Here</h1>;
  });
  return { seen, Page };
}

it('is drawn once where its code is there already', async () => {
  const { seen, Page } = aPage();
  await act(async () => Page.preload());
  render(<Page />);
  expect(screen.getByRole('heading', { name: 'Here' })).toBeVisible();
  expect(seen.drawn).toBe(1);
});

it('waits for its code, and has it at once the next time', async () => {
  const { seen, Page } = aPage();
  const { unmount } = render(<Page />);
  expect(screen.getByRole('status', { name: 'Loading the page' })).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Here' })).toBeVisible();
  unmount();
  render(<Page />);
  expect(screen.getByRole('heading', { name: 'Here' })).toBeVisible();
  expect(seen.drawn).toBe(2);
});
