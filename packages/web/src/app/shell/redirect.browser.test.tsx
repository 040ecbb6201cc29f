import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { emptyHome, listAnswer, type ScriptedAnswer, scriptedApi, unknownTarget } from '../../testing/scripted-api.ts';

function show(list: (request: { url: URL }) => ScriptedAnswer) {
  const api = scriptedApi({
    '/v1/ast': list,
    '/v1/system/namespaces': () => ({ body: { items: ['shop'] } }),
    ...emptyHome,
    ...unknownTarget('shop', 'cart'),
  });
  return { ...renderApp({ fetch: api.fetch, path: '/ast/shop/cart' }), api };
}

describe('redirect to onboarding', () => {
  it('happens if there are no targets', async () => {
    const { address } = show(listAnswer([]));
    await screen.findByRole('heading', { name: 'Onboarding' });
    await waitFor(() => expect(address.current).toBe('/onboarding'));
  });

  it('does not happen if there are targets', async () => {
    const { address } = show(listAnswer([{ namespace: 'shop', name: 'cart' }]));
    await screen.findByRole('button', { name: /^shop/ });
    await waitFor(() => expect(address.current).toBe('/ast/shop/cart'));
  });

  it('does not happen if the list could not be loaded', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { address, api } = show(() => ({ status: 500, body: { errors: ['broken'] } }));
    await waitFor(() => expect(api.requests.filter(({ path }) => path === '/v1/ast').length).toBeGreaterThan(0));
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading targets' })).toBeNull());
    await waitFor(() => expect(address.current).toBe('/ast/shop/cart'));
    expect(screen.getByText('The targets could not be loaded.', { exact: false })).toBeTruthy();
    // The failure of this list is only logged.
    expect(logged).toHaveBeenCalledWith('[trimtab] targets.pages failed.', expect.anything());
    expect(screen.queryByText(/API Error: 500/)).toBeNull();
  });
});
