import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { kpiIds } from '@trimtab/core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { homeApi } from './testing/home-api.ts';
import { names, rows, section, tabNames } from './testing/home-page.ts';
import { renderHome } from './testing/render-home.tsx';

beforeEach(() => page.viewport(1280, 900));

const badge = (label: string) => [{ name: 'app', recommendation: { type: 'noSuggestions', label } }] as const;

describe('the page', () => {
  it('counts targets and namespaces and shows a section for each namespace', async () => {
    renderHome(homeApi({ web: { autonomous: rows(2) }, batch: { recommendation: rows(3) } }));
    expect(await screen.findByRole('heading', { level: 1, name: '5 targets across 2 namespaces' })).toBeVisible();
    await waitFor(() =>
      expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
        '/ batch summary',
        '/ web summary',
      ]),
    );
  });

  it('shows the targets of the cluster that the address selects, and no choice without clusters', async () => {
    const targets = { 'eu.web': { recommendation: rows(2) }, 'us.web': { recommendation: rows(3) } };
    const api = homeApi(targets, [{ id: 'targets', label: 'Targets', value: 5 }]);
    const shown = renderHome(api, { extra: { clusters: ['eu', 'us'], extensions: ['views.targets'] } });
    expect(await screen.findByRole('heading', { level: 1, name: '5 targets across 2 namespaces' })).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Cluster' }), 'us');
    expect(await screen.findByRole('heading', { level: 1, name: '3 targets across 1 namespaces' })).toBeVisible();
    await waitFor(() => expect(shown.search()).toBe('?cluster=us'));
    await waitFor(() =>
      expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
        '/ us.web summary',
      ]),
    );
    await waitFor(() => expect(api.requests).toContain('/v1/views/kpis?clusters=us'));
    expect(await screen.findByRole('link', { name: /Targets/ })).toHaveAttribute(
      'href',
      '/targets?view=all&clusters=us',
    );
    cleanup();
    renderHome(api, { search: '?cluster=us' });
    expect(await screen.findByRole('heading', { level: 1, name: '5 targets across 2 namespaces' })).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Cluster' })).toBeNull();
  });

  it('explains what to do if there are no targets', async () => {
    renderHome(homeApi({}));
    expect(await screen.findByRole('link', { name: 'Enroll workloads' })).toHaveAttribute('href', '/onboarding');
  });

  it('shows that the list failed, and loads it on Retry', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const api = homeApi({ web: { autonomous: rows(1) } });
    api.fail('/v1/ast');
    renderHome(api);
    expect(await screen.findByText('The list of targets could not be loaded.')).toBeVisible();
    await waitFor(() => expect(logged).toHaveBeenCalledWith('[trimtab] targets.pages failed.', expect.anything()));
    api.heal();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await section('web')).toBeVisible();
  });

  it('shows that the list is incomplete if a later page fails, and keeps the loaded part', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const api = homeApi({});
    const specs = Array.from({ length: 250 }, (_, index) => ({ namespace: 'web', name: `app-${index}`, spec: {} }));
    renderHome({
      fetch: async (address, init) => {
        const url = new URL(address);
        if (url.pathname !== '/v1/ast') return api.fetch(address, init);
        if (url.searchParams.get('offset') === '0') return Response.json({ items: specs, total: 400 });
        return Response.json({ errors: ['gone'] }, { status: 500 });
      },
    });
    expect(await screen.findByText(/Only 250 targets could be listed/)).toBeVisible();
    await waitFor(() => expect(logged).toHaveBeenCalledWith('[trimtab] targets.pages failed.', expect.anything()));
    expect(await section('web')).toBeVisible();
  });

  it('says that a complete list is old, not that it is incomplete, if a refresh fails', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const api = homeApi({ web: { autonomous: rows(3) } });
    const { queryClient } = renderHome(api);
    expect(await screen.findByRole('heading', { level: 1, name: '3 targets across 1 namespaces' })).toBeVisible();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    api.fail('/v1/ast');
    void queryClient.invalidateQueries({ queryKey: ['targets.pages'] });
    expect(await screen.findByText('The list could not be refreshed and may be out of date.')).toBeVisible();
    expect(screen.queryByText(/could be listed/)).toBeNull();
    await waitFor(() => expect(logged).toHaveBeenCalledWith('[trimtab] targets.pages failed.', expect.anything()));
    api.heal();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(/could not be refreshed/)).toBeNull());
  });

  it('fetches the other kind after the kind that is shown first', async () => {
    const api = homeApi({ web: { autonomous: rows(1), recommendation: rows(1) } });
    const asked: string[] = [];
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    renderHome({
      fetch: async (address, init) => {
        const managed = new URL(address).searchParams.get('managed');
        if (managed !== null) asked.push(managed);
        if (managed === 'true') await held;
        return api.fetch(address, init);
      },
    });
    await waitFor(() => expect(asked).toEqual(['true']));
    release?.();
    await waitFor(() => expect(asked).toEqual(['true', 'false']));
    const web = await section('web');
    await waitFor(() => expect(tabNames(web)).toEqual(['Autonomous', 'Recommendation']));
  });

  it('says what the figures lack, such as an inventory that is not read from Kubernetes', async () => {
    const api = homeApi({ web: { recommendation: rows(1) } });
    const note = 'The inventory is read from Prometheus, because that of Kubernetes is not current.';
    renderHome({
      fetch: async (address, init) => {
        const answer = await api.fetch(address, init);
        if (!new URL(address).pathname.endsWith('/v1/views/kpis')) return answer;
        const { data } = await answer.json();
        return Response.json({ data: { ...data, incomplete: [note] } });
      },
    });
    expect(await screen.findByText(note)).toBeVisible();
  });

  it('polls while the server is still computing, and then stops', async () => {
    const before = homeApi({ web: { recommendation: badge('Being computed') } });
    const after = homeApi({ web: { recommendation: badge('Nothing to say') } });
    const asked: string[] = [];
    renderHome({
      fetch: async (address, init) => {
        const isRows = address.includes('managed=false');
        if (isRows) asked.push(address);
        if (!isRows || asked.length > 1) return await after.fetch(address, init);
        const { data } = await (await before.fetch(address, init)).json();
        return Response.json({ data: { ...data, computing: true } });
      },
    });
    expect(await screen.findByText('Being computed')).toBeVisible();
    expect(await screen.findByText('Nothing to say')).toBeVisible();
    expect(asked).toHaveLength(2);
  });

  it('shows how far a server that has just started is with reading the past', async () => {
    const api = homeApi({ web: { autonomous: rows(1) } });
    const reading = { targets: 10_000, read: 1_750, minutes_left: 6 };
    let isReading = true;
    renderHome({
      fetch: async (address, init) => {
        if (!isReading || !address.includes('/v1/views/kpis')) return await api.fetch(address, init);
        return Response.json({ data: { items: [], computing: true, reading } });
      },
    });
    const progress = 'Reading past usage: 1,750 of 10,000 targets, about 6 min left';
    expect(await screen.findByText(progress)).toBeVisible();
    isReading = false;
    await waitFor(() => expect(screen.queryByText(progress)).toBeNull());
  });

  it('fetches a section only when it is near the viewport', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`ns-${10 + index}`, { autonomous: rows(20) }]),
    );
    const api = homeApi(many);
    renderHome(api);
    await screen.findByRole('table', { name: 'Targets of ns-10' });
    expect(api.requests.some((request) => request.includes('/ns-49/'))).toBe(false);
    (await section('ns-49')).scrollIntoView();
    expect(await screen.findByRole('table', { name: 'Targets of ns-49' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Targets of ns-10' })).toBeNull());
  });
});

it("gives the chat helper two fifths of a section, and passes the section's index", async () => {
  await page.viewport(1440, 900);
  renderHome(homeApi({ a: { autonomous: rows(1) }, b: { autonomous: rows(1) } }), {
    renderChatPanel: (namespace, index) => <aside aria-label={`Chat ${index}`}>{namespace}</aside>,
  });
  const panel = await screen.findByRole('complementary', { name: 'Chat 1' });
  expect(panel.textContent).toBe('b');
  const whole = (await section('b')).getBoundingClientRect().width;
  expect(panel.getBoundingClientRect().width / whole).toBeCloseTo(0.4, 1);
});

it('reserves the expected height of a section that was never rendered', async () => {
  const kpis = kpiIds.map((id) => ({ id, value: 1 }));
  const many = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`ns-${10 + index}`, { autonomous: rows(index + 3), kpis }]),
  );
  renderHome(homeApi(many, kpis));
  const last = await section('ns-29');
  const reserved = last.getBoundingClientRect().height;
  last.scrollIntoView();
  await waitFor(() => expect(names(last)).toHaveLength(20));
  await waitFor(() => expect(Math.abs(last.getBoundingClientRect().height - reserved)).toBeLessThanOrEqual(4));
});

describe('tabs', () => {
  it('shows Autonomous first, and each tab only if targets of that kind exist', async () => {
    renderHome(homeApi({ both: { autonomous: rows(1), recommendation: rows(1) }, one: { autonomous: rows(1) } }));
    const both = await section('both');
    await waitFor(() => expect(tabNames(both)).toEqual(['Autonomous', 'Recommendation']));
    expect(within(both).getByRole('tab', { name: 'Autonomous' })).toHaveAttribute('aria-selected', 'true');
    const one = await section('one');
    await waitFor(() => expect(tabNames(one)).toEqual(['Autonomous']));
  });

  it('switches to Recommendation automatically without showing the other tab', async () => {
    const api = homeApi({ web: { recommendation: rows(2) } });
    const release = api.hold('managed=false');
    renderHome(api);
    await waitFor(() => expect(api.requests.some((request) => request.includes('managed=true'))).toBe(true));
    const web = await section('web');
    expect(within(web).queryByRole('tab')).toBeNull();
    await waitFor(() => expect(web.querySelectorAll('[data-skeleton]')).toHaveLength(4));
    release();
    await waitFor(() => expect(tabNames(web)).toEqual(['Recommendation']));
    await waitFor(() => expect(names(web)).toEqual(['app-00', 'app-01']));
  });

  it('trusts the pages of the tabs if the list of all targets differs', async () => {
    const api = homeApi({ web: { recommendation: rows(1) } });
    renderHome({
      fetch: async (address, init) =>
        new URL(address).pathname === '/v1/ast'
          ? Response.json({ items: [{ namespace: 'web', name: 'app-00', spec: { horizontal: { mode: 'auto' } } }] })
          : api.fetch(address, init),
    });
    const web = await section('web');
    await waitFor(() => expect(tabNames(web)).toEqual(['Recommendation']));
  });

  it('stores the choice in the URL, and nothing for the default', async () => {
    const home = renderHome(homeApi({ web: { autonomous: rows(1, 'auto'), recommendation: rows(1, 'rec') } }));
    const web = await section('web');
    await userEvent.click(await within(web).findByRole('tab', { name: 'Recommendation' }));
    await waitFor(() => expect(names(web)).toEqual(['rec-00']));
    await waitFor(() => expect(home.search()).toBe('?ns.web=rec'));
    await userEvent.click(within(web).getByRole('tab', { name: 'Autonomous' }));
    await waitFor(() => expect(home.search()).toBe(''));
  });

  it('opens the tab and the order in the URL', async () => {
    const recommendation = [
      { name: 'cheap', hourly_waste_savings: 1 },
      { name: 'dear', hourly_waste_savings: 9 },
    ];
    renderHome(homeApi({ web: { autonomous: rows(1), recommendation } }), { search: '?ns.web=rec.-cost' });
    const web = await section('web');
    await waitFor(() => expect(names(web)).toEqual(['dear', 'cheap']));
    expect(within(web).getByRole('columnheader', { name: /Yearly Waste/ })).toHaveAttribute('aria-sort', 'descending');
  });
});

describe('sorting', () => {
  it('toggles the current field, and starts a new one ascending except for cost', async () => {
    const autonomous = [
      { name: 'a', hourly_waste_savings: 1, scaling: 'vertical' },
      { name: 'b', hourly_waste_savings: 3, scaling: 'horizontal' },
    ];
    const api = homeApi({ web: { autonomous } });
    const home = renderHome(api);
    const web = await section('web');
    await waitFor(() => expect(names(web)).toEqual(['a', 'b']));
    const press = (name: string) => userEvent.click(within(web).getByRole('button', { name }));

    await press('Name');
    await waitFor(() => expect(names(web)).toEqual(['b', 'a']));
    await waitFor(() => expect(home.search()).toBe('?ns.web=auto.-name'));
    await press('Scaling');
    await waitFor(() => expect(home.search()).toBe('?ns.web=auto.mode'));
    await press('Yearly Savings');
    await waitFor(() => expect(names(web)).toEqual(['b', 'a']));
    await waitFor(() => expect(api.requests.some((request) => request.includes('sort=-cost'))).toBe(true));
    await press('Yearly Savings');
    await waitFor(() => expect(names(web)).toEqual(['a', 'b']));
    await waitFor(() => expect(api.requests.some((request) => request.includes('sort=%2Bcost'))).toBe(true));
    await press('Name');
    await waitFor(() => expect(home.search()).toBe(''));
  });

  it.each([
    ['Name', 'Sort descending'],
    ['Scaling', 'Sort ascending'],
    ['Yearly Savings', 'Sort by highest cost'],
  ])('explains what pressing %s does: %s', async (header, text) => {
    renderHome(homeApi({ web: { autonomous: rows(1) } }));
    const web = await section('web');
    await waitFor(() => expect(names(web)).toEqual(['app-00']));
    await userEvent.hover(await screen.findByRole('button', { name: header }));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('keeps the rows of the old order until the new ones have loaded', async () => {
    const api = homeApi({ web: { autonomous: rows(2) } });
    renderHome(api);
    const web = await section('web');
    await waitFor(() => expect(names(web)).toEqual(['app-00', 'app-01']));
    const release = api.hold('sort=-name');
    await userEvent.click(within(web).getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(within(web).getByRole('table')).toHaveAttribute('aria-busy', 'true'));
    expect(names(web)).toEqual(['app-00', 'app-01']);
    release();
    await waitFor(() => expect(names(web)).toEqual(['app-01', 'app-00']));
  });
});

describe('paging', () => {
  it('loads twenty more rows per press, with a spinner, until a page is short', async () => {
    const api = homeApi({ web: { autonomous: rows(25) } });
    renderHome(api);
    const web = await section('web');
    const more = await within(web).findByRole('button', { name: /^Load More/ });
    await waitFor(() => expect(names(web)).toHaveLength(20));
    const release = api.hold('offset=20');
    await userEvent.click(more);
    expect(await within(web).findByRole('status', { name: 'Loading more' })).toBeVisible();
    release();
    await waitFor(() => expect(names(web)).toHaveLength(25));
    expect(within(web).queryByRole('button', { name: /^Load More/ })).toBeNull();
  });

  it('offers another page after a full one, and ends after an empty one', async () => {
    renderHome(homeApi({ web: { autonomous: rows(20) } }));
    const web = await section('web');
    await userEvent.click(await within(web).findByRole('button', { name: /^Load More/ }));
    await waitFor(() => expect(within(web).queryByRole('button', { name: /^Load More/ })).toBeNull());
    await waitFor(() => expect(names(web)).toHaveLength(20));
  });

  it('keeps the list and offers Retry when the next page fails', async () => {
    const api = homeApi({ web: { autonomous: rows(25) } });
    renderHome(api);
    const web = await section('web');
    api.fail('offset=20');
    await userEvent.click(await within(web).findByRole('button', { name: /^Load More/ }));
    expect(await within(web).findByText(/The next targets could not be loaded/)).toBeVisible();
    await waitFor(() => expect(names(web)).toHaveLength(20));
    api.heal();
    await userEvent.click(within(web).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(names(web)).toHaveLength(25));
  });
});

describe('states of a section', () => {
  it('shows four skeleton rows while loading', async () => {
    const kpis = kpiIds.map((id) => ({ id, value: 1 }));
    const api = homeApi({ web: { autonomous: rows(6), kpis } }, kpis);
    const release = api.hold('/v1/views');
    renderHome(api);
    const web = await section('web');
    await waitFor(() => expect(web.querySelectorAll('[data-skeleton]')).toHaveLength(4));
    const height = web.getBoundingClientRect().height;
    release();
    await waitFor(() => expect(names(web)).toHaveLength(6));
    await waitFor(() => expect(Math.abs(web.getBoundingClientRect().height - height)).toBeLessThanOrEqual(4));
  });

  it('limits a failure to its section, and recovers on Retry', async () => {
    const api = homeApi({ good: { autonomous: rows(1) }, bad: { autonomous: rows(1) } });
    api.fail('/bad/asts');
    renderHome(api);
    const bad = await section('bad');
    expect(await within(bad).findByText('The targets could not be loaded.')).toBeVisible();
    const good = await section('good');
    await waitFor(() => expect(names(good)).toEqual(['app-00']));
    api.heal();
    await userEvent.click(within(bad).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(names(bad)).toEqual(['app-00']));
  });
});
