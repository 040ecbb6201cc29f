import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { whenIdle } from '../../browser/when-idle.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { listAnswer, noSuchCall, type ScriptedAnswer, scriptedApi } from '../../testing/scripted-api.ts';

const waste = '/v1/ast/potential-savings/average';
const comparison = '/v1/ast/optimization/comparison/average';

function show(targets: readonly { namespace: string; name: string }[], costs: ScriptedAnswer) {
  const api = scriptedApi({
    '/v1/ast': (request) =>
      request.url.searchParams.get('enhancedItems') === 'true'
        ? { body: { items: [], itemsEnhanced: [], total: targets.length } }
        : listAnswer(targets)(request),
    '/v1/system/namespaces': () => ({ body: { items: ['shop'] } }),
    [waste]: () => costs,
    [comparison]: () => costs,
  });
  renderApp({ fetch: api.fetch });
  return () =>
    api.requests
      .filter(({ path }) => path !== '/v1/system/namespaces')
      .map(({ path, query }) => (path === '/v1/ast' ? new URLSearchParams(query).get('enhancedItems') : path));
}
const cart = [{ namespace: 'shop', name: 'cart' }];

it('loads the basic list, the enhanced list, then waste and the comparison', async () => {
  const asked = show(cart, { body: { items: [], total: 0 } });
  await waitFor(() => expect(asked()).toEqual(['false', 'true', waste, comparison]));
});

it('only logs failures', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  show(cart, noSuchCall());
  await waitFor(() => expect(logged).toHaveBeenCalledTimes(2));
  expect(logged.mock.calls.flat().join(' ')).toMatch(/Waste could not be read.*comparison could not be read/);
  expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toBe('');
  logged.mockRestore();
});

it('fetches no costs if there are no targets', async () => {
  const asked = show([], { body: { items: [], total: 0 } });
  await screen.findByRole('heading', { name: 'Onboarding' });
  await waitFor(() => expect(asked()).toEqual(['false']));
  // The costs would be fetched when the page is idle.
  await whenIdle();
  await whenIdle();
  expect(asked()).toEqual(['false']);
});
