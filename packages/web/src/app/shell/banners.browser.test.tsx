import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { showAccessNotice } from '../../context/access-notice.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { emptyHome, listAnswer, type ScriptedAnswer, scriptedApi } from '../../testing/scripted-api.ts';

afterEach(() => {
  act(() => {
    onlineManager.setOnline(true);
    showAccessNotice(null);
  });
  cleanup();
});

const refused = (): ScriptedAnswer => ({ status: 401, body: { errors: ['no token'] } });

describe('an API that requires a sign-in while none is configured', () => {
  it('shows one banner and no toasts; Retry refetches and removes the banner', async () => {
    let isOpen = false;
    const list = listAnswer([{ namespace: 'shop', name: 'cart' }]);
    const api = scriptedApi({
      '/v1/ast': (request) => (isOpen ? list(request) : refused()),
      '/v1/system/namespaces': () => (isOpen ? { body: { items: ['shop'] } } : refused()),
    });
    const { address } = renderApp({ fetch: api.fetch });
    const banner = await screen.findByText('this API needs sign-in, which is not configured');
    const box = banner.closest('[role="alert"]');
    expect(await screen.findByText('The namespaces could not be loaded.')).toBeVisible();
    expect(screen.getAllByText('this API needs sign-in, which is not configured')).toHaveLength(1);
    expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toBe('');
    await waitFor(() => expect(address.current).toBe('/onboarding'));
    isOpen = true;
    // The page has its own Retry button, so this button is not located by its name.
    const retry = box?.querySelector('button');
    expect(retry?.textContent).toBe('Retry');
    act(() => retry?.click());
    expect(await screen.findByRole('option', { name: 'shop' })).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'cart' })).toBeVisible();
    await waitFor(() => expect(screen.queryByText('this API needs sign-in, which is not configured')).toBeNull());
  });
});

const everything = () =>
  scriptedApi({
    ...emptyHome,
    '/v1/ast': listAnswer([{ namespace: 'shop', name: 'cart' }]),
    '/v1/system/namespaces': () => ({ body: { items: ['shop'] } }),
    '/v1/ast/candidates/shop': () => ({
      body: { name: 'shop', items: [{ target_ref: { name: 'cart', kind: 'Deployment' }, json: {} }] },
    }),
  });

describe('a server that lacks a source', () => {
  it('is named above every page until an answer lacks nothing', async () => {
    const note = 'Kubernetes cannot be read, so workloads come from Prometheus.';
    const api = everything();
    let headers: Record<string, string> = { 'trimtab-notice': note };
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const answer = await api.fetch(input, init);
      return new Response(answer.body, {
        status: answer.status,
        headers: { 'content-type': 'application/json', ...headers },
      });
    };
    renderApp({ fetch, path: '/onboarding?namespace=shop' });
    expect(await screen.findByText(note)).toBeVisible();
    expect(screen.getAllByText(note)).toHaveLength(1);
    headers = {};
    await userEvent.click(screen.getByRole('link', { name: 'Home' }));
    await waitFor(() => expect(screen.queryByText(note)).toBeNull());
  });
});

describe('without a network', () => {
  it('shows a message on the home page instead of skeletons, and loads when the network returns', async () => {
    onlineManager.setOnline(false);
    const api = everything();
    renderApp({ fetch: api.fetch, path: '/' });
    expect(await screen.findByText(/You are offline\. What is shown may be old/)).toBeVisible();
    await waitFor(() => expect(screen.getAllByText('You are offline').length).toBeGreaterThan(0));
    expect(document.querySelector('[data-skeleton]')).toBeNull();
    expect(api.requests).toEqual([]);
    act(() => onlineManager.setOnline(true));
    expect(await screen.findByRole('heading', { name: '1 targets across 1 namespaces' })).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull());
  });

  it('fails an enrollment immediately and does not send it when the network returns', async () => {
    const api = everything();
    const offline: typeof fetch = (input, init) =>
      onlineManager.isOnline() ? api.fetch(input, init) : Promise.reject(new TypeError('Failed to fetch'));
    renderApp({ fetch: offline, path: '/onboarding?namespace=shop' });
    const enroll = await screen.findByRole('button', { name: 'Enroll Namespace' });
    // Background requests may fail and be logged while the network is gone.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    act(() => onlineManager.setOnline(false));
    await userEvent.click(enroll);
    expect(await screen.findByText('API Error: No response from server.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Enroll Namespace' })).toBeVisible();
    act(() => onlineManager.setOnline(true));
    await waitFor(() => expect(api.requests.filter(({ query }) => query.includes('dryrun=true')).length).toBe(2));
    expect(api.requests.filter(({ query }) => query.includes('dryrun=false'))).toEqual([]);
  });
});
