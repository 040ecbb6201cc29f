import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { thisPage } from '../browser/chunk-reload.ts';
import { targetApi } from '../features/target/testing/target-api.ts';
import { emptyHome, listAnswer, noNamespaces, scriptedApi } from '../testing/scripted-api.ts';
import { type StartDeps, start } from './start.tsx';

afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});

/** Starts the console with a /config.json from the test. On the onboarding page nothing else is fetched first. */
function outside(config: () => Response | Promise<Response>, deps: Partial<StartDeps> = {}) {
  const asked: string[] = [];
  const fetch: StartDeps['fetch'] = async (input) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href);
    asked.push(url.href);
    if (url.pathname === '/config.json') return config();
    if (url.pathname.endsWith('/average')) return Response.json({ items: [], total: 0 });
    return Response.json({ items: [{ namespace: 'shop', name: 'cart', spec: {} }], total: 1 });
  };
  history.replaceState(null, '', '/onboarding');
  const started = start({
    fetch,
    startDemo: vi.fn<StartDeps['startDemo']>(() => Promise.resolve([])),
    unregisterDemoWorker: () => Promise.resolve(false),
    reload: vi.fn<() => void>(),
    pathname: '/onboarding',
    search: '',
    ...deps,
  });
  return { asked, started };
}

function refuse() {
  throw new DOMException('blocked', 'SecurityError');
}
const startBlocked = () => Promise.reject(new Error('The worker was blocked.'));
const controlled = () => Promise.resolve(true);
const onlyConfiguration: StartDeps['fetch'] = (input) =>
  input === '/config.json' ? Promise.resolve(Response.json({})) : new Promise(() => {});
const json = (document: unknown) => () => Response.json(document);

describe('start', () => {
  it('renders nothing and fetches nothing else until the configuration has loaded', async () => {
    let send: ((response: Response) => void) | undefined;
    const config = new Promise<Response>((resolve) => {
      send = resolve;
    });
    const { asked, started } = outside(() => config);
    const drawn = vi.fn<() => void>();
    void started.then(drawn);
    await new Promise(requestAnimationFrame);
    expect(drawn).not.toHaveBeenCalled();
    expect(asked.map((address) => new URL(address).pathname)).toEqual(['/config.json']);
    send?.(Response.json({}));
    render(await started);
    expect(await screen.findByRole('link', { name: 'Onboarding' })).toBeVisible();
  });

  it.each([
    ['404', () => new Response('not here', { status: 404 })],
    ['500', () => new Response('broken', { status: 500 })],
    ['HTML', () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })],
    ['invalid JSON', () => new Response('{', { headers: { 'content-type': 'application/json' } })],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['extra: null', json({ version: '1', api_base_url: '', extra: null })],
  ])('starts with empty values after a configuration that is %s', async (_name, config) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    render(await outside(config).started);
    await screen.findByRole('heading', { name: 'Onboarding' });
    expect(screen.queryByRole('link', { name: 'Cost Analysis' })).toBeNull();
    logged.mockRestore();
  });

  it('starts with empty values if the configuration does not load within ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    try {
      const { started } = outside(() => new Promise<Response>(() => {}));
      let isDrawn = false;
      void started.then(() => {
        isDrawn = true;
      });
      await vi.advanceTimersByTimeAsync(9_999);
      expect(isDrawn).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      const app = await started;
      vi.useRealTimers();
      render(app);
      await screen.findByRole('heading', { name: 'Onboarding' });
      expect(logged).toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
      logged.mockRestore();
    }
  });

  it('works without stored values if storage is blocked', async () => {
    const spies = (['getItem', 'setItem', 'removeItem'] as const).map((name) =>
      vi.spyOn(Storage.prototype, name).mockImplementation(refuse),
    );
    render(await outside(json({ version: '', api_base_url: '', extra: {} })).started);
    expect(await screen.findByRole('button', { name: /^shop/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Theme: system/ }));
    expect(await screen.findByRole('button', { name: /^Theme: light/ })).toBeVisible();
    for (const spy of spies) spy.mockRestore();
    delete document.documentElement.dataset.theme;
  });

  it('turns a feature on only with a literal true', async () => {
    const startDemo = vi.fn<StartDeps['startDemo']>(() => Promise.resolve([]));
    const extra = { demo_mode: 'true', console: 1, cost_analysis: 'false' };
    render(await outside(json({ version: '', api_base_url: '', extra }), { startDemo }).started);
    await screen.findByRole('heading', { name: 'Onboarding' });
    expect(startDemo).not.toHaveBeenCalled();
  });

  it.each(['javascript:alert(1)', 'data:text/plain,x', 'ftp://api.example', 'https://user:secret@api.example'])(
    'rejects the API address %s and calls its own origin',
    async (api_base_url) => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
      const { asked, started } = outside(json({ version: '', api_base_url, extra: {} }));
      render(await started);
      await screen.findByRole('button', { name: /^shop/ });
      expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(new Set([location.origin]));
      expect(logged.mock.calls.flat().map(String).join(' ')).not.toContain('secret');
    },
  );

  it('sends the calls of the first screen of the home page without drawing anything', async () => {
    const asked: string[] = [];
    const fetch: StartDeps['fetch'] = async (input) => {
      const path = new URL(input instanceof Request ? input.url : String(input), location.href).pathname;
      asked.push(path);
      if (path === '/config.json') return Response.json({});
      return Response.json({ items: path === '/v1/ast' ? [{ namespace: 'shop', name: 'cart', spec: {} }] : [] });
    };
    await outside(json({}), { fetch, pathname: '/' }).started;
    const section = '/v1/views/namespaces/shop';
    const calls = [
      '/config.json',
      '/v1/ast',
      '/v1/views/kpis',
      `${section}/asts`,
      `${section}/asts`,
      `${section}/kpis`,
    ];
    await expect.poll(() => asked.toSorted()).toEqual(calls.toSorted());
  });

  it('is rendered although the list of targets does not arrive', async () => {
    render(await outside(json({}), { fetch: onlyConfiguration, pathname: '/' }).started);
    expect(await screen.findByRole('link', { name: 'Onboarding' })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Onboarding' })).toBeVisible();
  });

  it('requests a failing list once, and logs the failure once', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    let lists = 0;
    const fetch: StartDeps['fetch'] = async (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
      if (pathname === '/config.json') return Response.json({ version: '', api_base_url: '', extra: {} });
      if (pathname === '/v1/system/namespaces') return Response.json({ items: [] });
      lists += 1;
      return Response.json({ errors: ['no such call'] }, { status: 404 });
    };
    // An app of an earlier test may still load targets in the background and log a failure.
    const ofTheList = () => logged.mock.calls.filter(([text]) => String(text).includes('targets.pages'));
    const page = await outside(json({}), { fetch }).started;
    await expect.poll(ofTheList).toHaveLength(1);
    render(page);
    expect(await screen.findByText(/^The targets could not be loaded\./)).toBeVisible();
    await screen.findByText(/^The API returned no namespaces/);
    expect(lists).toBe(1);
    expect(ofTheList()).toHaveLength(1);
    const sidebar = within(screen.getByRole('complementary', { name: 'Sidebar' }));
    await userEvent.click(sidebar.getByRole('button', { name: 'Retry' }));
    await expect.poll(() => lists).toBe(2);
    logged.mockRestore();
  });

  it.each([
    ['not asked for a call that it does not announce', [], 0],
    ['asked for a call that it announces', ['extensions.whatIf'], 1],
  ])('the server is %s', async (_what, extensions, expected) => {
    const api = targetApi();
    const configuration = { version: '', api_base_url: '', extra: { event_simulator: true, extensions } };
    const fetch: StartDeps['fetch'] = async (input, init) =>
      input === '/config.json' ? Response.json(configuration) : api.fetch(input, init);
    const { started } = outside(json({}), { fetch });
    history.replaceState(null, '', '/ast/shop/web/event-simulator');
    render(await started);
    expect(await screen.findByText(/figures are placeholders/)).toBeVisible();
    expect(api.requests.filter(({ path }) => path.endsWith('/what-if'))).toHaveLength(expected);
  });

  it('starts the demo with the configured data set', async () => {
    const startDemo = vi.fn<StartDeps['startDemo']>(() => Promise.resolve([]));
    const extra = { demo_mode: true, demo_data_name: 'hostile' };
    await outside(json({ version: '', api_base_url: '', extra }), { startDemo }).started;
    expect(startDemo).toHaveBeenCalledWith(expect.objectContaining({ extra }), 'hostile');
  });

  it('shows that the demo could not start, and calls no API', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { asked, started } = outside(json({ version: '', api_base_url: '', extra: { demo_mode: true } }), {
      startDemo: startBlocked,
    });
    render(await started);
    expect(screen.getByRole('heading').textContent).toBe('Demo data could not start');
    expect(screen.getByText('The worker was blocked.')).toBeTruthy();
    expect(asked.map((url) => new URL(url).pathname)).toEqual(['/config.json']);
    logged.mockRestore();
  });

  it.each([
    ['the sign-in', { console: { oauth_domain: 'id.example', oauth_client_id: 'c' } }, '/'],
    ['the success page', { extra: { console: true } }, '/'],
  ])('shows an error page if the code of %s cannot be loaded', async (_what, configuration, pathname) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(thisPage, 'isServed').mockResolvedValue(false);
    // The code arrives only together with its style sheet.
    const link = document.createElement('link');
    link.dataset.later = '';
    link.href = 'http://127.0.0.1:1/no-such-style.css';
    document.head.append(link);
    try {
      render(await outside(json(configuration), { pathname }).started);
      expect(screen.getByRole('button', { name: 'Load again' })).toBeVisible();
      expect(screen.getByText(/^Failed to load the style sheet/)).toBeVisible();
      expect(logged).toHaveBeenCalledTimes(1);
    } finally {
      link.remove();
      logged.mockRestore();
    }
  });

  it('reloads the page if an old demo worker controls it', async () => {
    const reload = vi.fn<() => void>();
    expect(await outside(json({}), { reload, unregisterDemoWorker: controlled }).started).toBeNull();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('shows only the success page with the console flag', async () => {
    const { asked, started } = outside(json({ extra: { console: true } }), { pathname: '/' });
    render(await started);
    expect(screen.getByText(/license keys are being generated/)).toBeTruthy();
    expect(screen.getByRole('link', { name: /quickstart/ }).getAttribute('href')).toBe('/quickstart.html');
    expect(asked).toHaveLength(1);
  });

  it('shows the not-found page for other paths with the console flag', async () => {
    render(await outside(json({ extra: { console: true } }), { pathname: '/onboarding' }).started);
    expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy();
  });
});

const report = (name: 'offline' | 'online') => act(() => void globalThis.dispatchEvent(new Event(name)));

/** What a new page listens to. An earlier test may have started the console with an API on this machine. */
const listen = () =>
  onlineManager.setEventListener((setOnline) => {
    const controller = new AbortController();
    const { signal } = controller;
    globalThis.addEventListener('online', () => setOnline(true), { signal });
    globalThis.addEventListener('offline', () => setOnline(false), { signal });
    return () => controller.abort();
  });

/** Starts the console on the onboarding page, loses the network and opens the home page. */
async function openOffline(configuration: unknown) {
  listen();
  const api = scriptedApi({
    ...emptyHome,
    ...noNamespaces,
    '/v1/ast': listAnswer([{ namespace: 'shop', name: 'cart' }]),
  });
  const fetch: StartDeps['fetch'] = async (input, init) =>
    input === '/config.json' ? Response.json(configuration) : api.fetch(input, init);
  render(await outside(json({}), { fetch }).started);
  await screen.findByText(/^The API returned no namespaces/);
  report('offline');
  await userEvent.click(screen.getByRole('link', { name: 'Home' }));
  return () => api.requests.filter(({ path }) => path.startsWith('/v1/views/'));
}

describe('when the browser reports that it is offline', () => {
  afterEach(() => report('online'));

  it.each([
    ['on the own origin, which is this machine', { api_base_url: '' }],
    ['at a loopback address', { api_base_url: 'http://[::1]:4400' }],
    ['at a name of this machine', { api_base_url: 'http://localhost:4400' }],
    ['in the page', { api_base_url: 'https://api.example', extra: { demo_mode: true } }],
  ])('calls an API %s', async (_where, configuration) => {
    const requests = await openOffline(configuration);
    expect(await screen.findByRole('heading', { name: '1 targets across 1 namespaces' })).toBeVisible();
    await waitFor(() => expect(requests()).not.toEqual([]));
    expect(screen.queryByText(/You are offline/)).toBeNull();
  });

  it.each(['https://api.example', 'https://127.0.0.1.example', 'https://mylocalhost'])(
    'waits with the calls to %s',
    async (api_base_url) => {
      const requests = await openOffline({ api_base_url });
      expect(await screen.findByText(/You are offline\. What is shown may be old/)).toBeVisible();
      expect(requests()).toEqual([]);
      report('online');
      await waitFor(() => expect(requests()).not.toEqual([]));
      await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull());
    },
  );
});
