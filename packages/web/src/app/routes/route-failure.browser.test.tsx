import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReloadPage } from '../../browser/chunk-reload.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { routePage } from './route-page.tsx';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const missing = () =>
  Promise.reject<() => null>(new TypeError('Failed to fetch dynamically imported module: /assets/Home.js'));

/** A page of a build of its own, whose route has lost its file. */
const pageOf = (changes: Partial<ReloadPage> = {}) => ({
  buildId: crypto.randomUUID(),
  storage: () => sessionStorage,
  isServed: async () => true,
  reload: vi.fn<() => void>(),
  ...changes,
});

function show(page: ReloadPage) {
  const Page = routePage('home', missing, page);
  render(
    <ErrorBoundary>
      <Page />
    </ErrorBoundary>,
  );
}

it('loads the page again once when the file of a route is gone, and then says what to do (W16)', async () => {
  const page = pageOf();
  show(page);
  await vi.waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1));
  expect(screen.getByRole('status', { name: 'Loading the page' })).toBeTruthy();
  cleanup();
  // The page that was loaded again finds it missing for good.
  show(page);
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Load again' })).toBeVisible();
  expect(screen.getByText(/Failed to fetch dynamically imported module/)).toBeVisible();
  expect(page.reload).toHaveBeenCalledTimes(1);
});

it('does not trade the console for the page of the browser while nobody answers (W16)', async () => {
  const page = pageOf({ isServed: async () => false });
  show(page);
  expect(await screen.findByRole('button', { name: 'Load again' })).toBeVisible();
  expect(page.reload).not.toHaveBeenCalled();
});

it('offers a button where nothing can be remembered, instead of reloading for ever (W10, W16)', async () => {
  const page = pageOf({
    storage: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
  show(page);
  expect(await screen.findByRole('button', { name: 'Load again' })).toBeVisible();
  expect(page.reload).not.toHaveBeenCalled();
});
