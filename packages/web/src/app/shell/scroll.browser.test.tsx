import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { emptyHome, listAnswer, noNamespaces, scriptedApi } from '../../testing/scripted-api.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it.each([
  [false, 'smooth'],
  [true, 'auto'],
])('scrolls to the top after a change of the path; reduced motion %s: %s', async (reduced, behavior) => {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = matchMedia(query);
    return query.includes('prefers-reduced-motion') ? Object.defineProperty(list, 'matches', { value: reduced }) : list;
  });
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const list = listAnswer([{ namespace: 'shop', name: 'cart' }]);
  renderApp({ fetch: scriptedApi({ '/v1/ast': list, ...noNamespaces, ...emptyHome }).fetch });
  await screen.findByRole('heading', { name: 'Onboarding' });
  expect(scrolled).not.toHaveBeenCalled();
  act(() => screen.getByRole('link', { name: 'Home' }).click());
  await screen.findByRole('heading', { name: '1 targets across 1 namespaces' });
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior });
});
