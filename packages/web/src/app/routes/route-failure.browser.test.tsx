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

/** A page whose route file is missing. Each call uses its own build id. */
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

it('reloads the page once if the file of a route is missing, then shows the error page', async () => {
  const page = pageOf();
  show(page);
  await expect.poll(() => page.reload).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('status', { name: 'Loading the page' })).toBeTruthy();
  cleanup();
  // After the reload the file is still missing.
  show(page);
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Load again' })).toBeVisible();
  expect(screen.getByText(/Failed to fetch dynamically imported module/)).toBeVisible();
  expect(page.reload).toHaveBeenCalledTimes(1);
});

it('does not reload while the server does not answer', async () => {
  const page = pageOf({ isServed: async () => false });
  show(page);
  expect(await screen.findByRole('button', { name: 'Load again' })).toBeVisible();
  expect(page.reload).not.toHaveBeenCalled();
});

it('shows a reload button instead of reloading automatically if storage is blocked', async () => {
  const page = pageOf({
    storage: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
  show(page);
  expect(await screen.findByRole('button', { name: 'Load again' })).toBeVisible();
  expect(page.reload).not.toHaveBeenCalled();
});
