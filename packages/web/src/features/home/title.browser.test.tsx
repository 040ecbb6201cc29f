import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { homeApi } from './testing/home-api.ts';
import { renderHome } from './testing/render-home.tsx';

beforeEach(() => page.viewport(1280, 900));

const title = () => screen.getByRole('heading', { level: 1 }).textContent;

/** A server with many targets in 6 namespaces, of which the first page contains 3. Later pages wait for `release`. */
function manyTargets({ count = 600, hasTotal = true } = {}) {
  const api = homeApi({});
  const held = Promise.withResolvers<void>();
  const specs = Array.from({ length: count }, (_, index) => ({
    namespace: `${index < 250 ? 'eu' : 'us'}.ns-${index % 3}`,
    name: `app-${index}`,
    spec: {},
  }));
  const fetch: typeof api.fetch = async (address, init) => {
    const url = new URL(address);
    if (url.pathname !== '/v1/ast') return api.fetch(address, init);
    const offset = Number(url.searchParams.get('offset'));
    if (offset > 0) await held.promise;
    return Response.json({ items: specs.slice(offset, offset + 250), ...(hasTotal ? { total: count } : {}) });
  };
  return { fetch, release: () => held.resolve() };
}

describe('the title while the list of targets loads', () => {
  it('has the total of the server, and says that there may be more namespaces', async () => {
    const api = manyTargets();
    renderHome(api);
    await waitFor(() => expect(title()).toBe('600 targets across 3+ namespaces'));
    api.release();
    await waitFor(() => expect(title()).toBe('600 targets across 6 namespaces'));
  });

  it('says that there may be more targets if the server sends no total', async () => {
    const api = manyTargets({ hasTotal: false });
    renderHome(api);
    await waitFor(() => expect(title()).toBe('250+ targets across 3+ namespaces'));
    api.release();
    await waitFor(() => expect(title()).toBe('600 targets across 6 namespaces'));
  });

  it('says that the chosen cluster may have more', async () => {
    const api = manyTargets();
    renderHome(api, { search: '?cluster=eu', extra: { clusters: ['eu', 'us'] } });
    await waitFor(() => expect(title()).toBe('250+ targets across 3+ namespaces'));
    api.release();
    await waitFor(() => expect(title()).toBe('250 targets across 3 namespaces'));
  });

  it('never marks a list of one page', async () => {
    const seen = new Set<string | null>();
    const watch = new MutationObserver(() =>
      seen.add(screen.queryByRole('heading', { level: 1 })?.textContent ?? null),
    );
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    renderHome(manyTargets({ count: 250 }));
    await waitFor(() => expect(title()).toBe('250 targets across 3 namespaces'));
    watch.disconnect();
    expect([...seen].filter((text) => text?.includes('+'))).toEqual([]);
  });

  it('says that there are more if the server ends the list before its total', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const api = manyTargets();
    renderHome({
      fetch: (address, init) =>
        /offset=250/.test(address)
          ? Promise.resolve(Response.json({ items: [], total: 600 }))
          : api.fetch(address, init),
    });
    expect(await screen.findByText(/Only 250 targets could be listed/)).toBeVisible();
    await waitFor(() => expect(title()).toBe('250+ targets across 3+ namespaces'));
    logged.mockRestore();
  });

  it('keeps the total if a later page fails', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const api = manyTargets();
    renderHome({
      fetch: (address, init) =>
        /offset=250/.test(address)
          ? Promise.resolve(Response.json({ errors: ['gone'] }, { status: 500 }))
          : api.fetch(address, init),
    });
    expect(await screen.findByText(/Only 250 targets could be listed/)).toBeVisible();
    expect(title()).toBe('600 targets across 3+ namespaces');
    await waitFor(() => expect(logged).toHaveBeenCalled());
  });
});
