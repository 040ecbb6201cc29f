import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { minuteMs } from '@trimtab/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LastView } from '../api/last-view.ts';
import { type HomeApi, homeApi } from '../features/home/testing/home-api.ts';
import { type StartDeps, start } from './start.tsx';

const key = 'trimtab.last-view';
const shown = { version: '1.2.3', api_base_url: '', extra: {} };

beforeEach(() => history.replaceState(null, '', '/'));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
});

/** A server with two targets in recommendation mode; after `change`, with three. */
function aServer(names: readonly string[] = ['cart', 'pay']) {
  const recommendation = names.map((name) => ({ name, status: { severity: 'low' as const, label: 'Healthy' } }));
  return homeApi({ shop: { recommendation } }, [{ id: 'targets', value: names.length }]);
}

async function visit(api: HomeApi, configuration: object = shown) {
  const fetch: StartDeps['fetch'] = async (input, init) => {
    if (input === '/config.json') return Response.json(configuration);
    const { href } = new URL(input instanceof Request ? input.url : input, location.origin);
    if (href.includes('/average')) return Response.json({ items: [], total: 0 });
    return api.fetch(href, { signal: init?.signal ?? new AbortController().signal });
  };
  const app = await start({
    fetch,
    startDemo: () => Promise.resolve([]),
    unregisterDemoWorker: () => Promise.resolve(false),
    reload: () => undefined,
    pathname: '/',
    search: '',
  });
  render(app);
}

const heading = (text: string) => screen.findByRole('heading', { level: 1, name: text });
const row = (name: string) => screen.findByRole('rowheader', { name: new RegExp(`${name}$`) });
const mark = () => screen.queryByText(/^As of .*, refreshing…$/);

function storedOnHide(): string | null {
  document.dispatchEvent(new Event('visibilitychange'));
  return localStorage.getItem(key);
}

/** Shows the home page, hides the tab, and closes the page. */
async function leave(api: HomeApi): Promise<void> {
  await visit(api);
  await heading('2 targets across 1 namespaces');
  await row('cart');
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  // The code that stores the view is loaded when the page is idle.
  await expect.poll(storedOnHide).not.toBeNull();
  vi.restoreAllMocks();
  cleanup();
  editStored((view) => ({ ...view, entries: view.entries.map(([query, data]) => [query, data, beforeThisPage]) }));
}
const beforeThisPage = performance.timeOrigin - 5 * minuteMs;

function editStored(change: (view: LastView) => LastView): void {
  const view: LastView = JSON.parse(localStorage.getItem(key) ?? '');
  localStorage.setItem(key, JSON.stringify(change(view)));
}

describe('the home page of the last visit', () => {
  it('is shown at once with its time, and replaced by the answers', async () => {
    await leave(aServer());
    const api = aServer(['cart', 'pay', 'search']);
    const release = api.hold('/v1/');
    await visit(api);
    await heading('2 targets across 1 namespaces');
    await row('cart');
    const figures = within(screen.getByLabelText('Key figures of all targets'));
    expect(figures.getByText('2')).toBeVisible();
    await waitFor(() => expect(mark()).toBeVisible());
    release();
    await heading('3 targets across 1 namespaces');
    await row('search');
    await waitFor(() => expect(mark()).toBeNull());
    expect(figures.getByText('3')).toBeVisible();
    expect(new Set(api.requests).size).toBe(api.requests.length);
  });

  it('is not shown when it cannot be read again, and not on the next visit either', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await leave(aServer());
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const api = aServer();
    api.fail('/v1/');
    await visit(api);
    expect(await screen.findByText('The list of targets could not be loaded.')).toBeVisible();
    await waitFor(() => expect(mark()).toBeNull());
    expect(screen.queryByRole('rowheader', { name: /cart$/ })).toBeNull();
    expect(localStorage.getItem(key)).toBeNull();
    logged.mockRestore();
  });

  it.each<[string, (view: LastView) => LastView]>([
    ['another version of the console', (view) => ({ ...view, build: 'older' })],
    ['another API', (view) => ({ ...view, api: 'https://api.example' })],
    [
      'more than a day ago',
      (view) => ({
        ...view,
        entries: view.entries.map(([query, data]) => [query, data, Date.now() - 1_441 * minuteMs]),
      }),
    ],
  ])('is not shown if it is from %s', async (_what, change) => {
    await leave(aServer());
    editStored(change);
    const api = aServer(['search']);
    const release = api.hold('/v1/');
    await visit(api);
    await waitFor(() => expect(api.requests.length).toBeGreaterThan(1));
    expect(screen.queryByRole('rowheader', { name: /cart$/ })).toBeNull();
    release();
    await heading('1 targets across 1 namespaces');
  });

  it('is removed when the server has a sign-in', async () => {
    await leave(aServer());
    await visit(aServer(), { ...shown, console: { oauth_domain: 'https://[', oauth_client_id: 'console' } });
    await screen.findByRole('heading', { name: 'Sign-in is not set up' });
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('does not prevent the start when the stored text cannot be read', async () => {
    localStorage.setItem(key, '{');
    await visit(aServer());
    expect(await heading('2 targets across 1 namespaces')).toBeVisible();
  });
});
