import { kpiIds } from '@trimtab/core';
import { screen, waitFor, within } from '@testing-library/react';
import { page, userEvent } from 'vitest/browser';
import { beforeEach, describe, expect, it } from 'vitest';
import { homeApi, type Row } from './testing/home-api.ts';
import { renderHome } from './testing/render-home.tsx';

beforeEach(() => page.viewport(1280, 900));

const rows = (count: number, prefix = 'app'): Row[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${prefix}-${String(index).padStart(2, '0')}` }));
const section = (namespace: string) => screen.findByRole('region', { name: `/ ${namespace} summary` });
const tabNames = (place: HTMLElement) =>
  within(place)
    .getAllByRole('tab')
    .map((tab) => tab.textContent);
const names = (place: HTMLElement) =>
  within(place)
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent);
const cell = async (name: string, column: string) => {
  const header = await screen.findByRole('rowheader', { name: new RegExp(`${name}$`) });
  const table = header.closest('table');
  const index = [...(table?.tHead?.rows[0]?.cells ?? [])].findIndex((one) => one.textContent === column);
  const found = header.closest('tr')?.cells[index];
  if (!found) throw new Error(`No cell ${name} / ${column}`);
  return found;
};

describe('the page', () => {
  it('counts targets and namespaces and shows a section for each namespace', async () => {
    renderHome(homeApi({ web: { autonomous: rows(2) }, batch: { recommendation: rows(3) } }));
    expect(await screen.findByRole('heading', { level: 1, name: '5 targets across 2 namespaces' })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      '/ batch summary',
      '/ web summary',
    ]);
  });

  it('says what to do when there is nothing', async () => {
    renderHome(homeApi({}));
    expect(await screen.findByRole('link', { name: 'Enroll workloads' })).toHaveAttribute('href', '/onboarding');
  });

  it('tells that the list failed, and loads it on Retry', async () => {
    const api = homeApi({ web: { autonomous: rows(1) } });
    api.fail('/v1/ast');
    renderHome(api);
    expect(await screen.findByText('The list of targets could not be loaded.')).toBeVisible();
    api.heal();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await section('web')).toBeVisible();
  });

  it('says that the list is cut short when a later page fails, and keeps what came', async () => {
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
    expect(await section('web')).toBeVisible();
  });

  it('fetches a section only when it comes near the screen', async () => {
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

describe('tabs', () => {
  it('shows Autonomous first, and each tab only where targets of that kind exist', async () => {
    renderHome(homeApi({ both: { autonomous: rows(1), recommendation: rows(1) }, one: { autonomous: rows(1) } }));
    const both = await section('both');
    await waitFor(() => expect(tabNames(both)).toEqual(['Autonomous', 'Recommendation']));
    expect(within(both).getByRole('tab', { name: 'Autonomous' })).toHaveAttribute('aria-selected', 'true');
    const one = await section('one');
    await waitFor(() => expect(tabNames(one)).toEqual(['Autonomous']));
  });

  it('switches to Recommendation by itself without ever showing the other tab', async () => {
    const api = homeApi({ web: { recommendation: rows(2) } });
    const release = api.hold('managed=false');
    renderHome(api);
    await waitFor(() => expect(api.requests.some((request) => request.includes('managed=true'))).toBe(true));
    const web = await section('web');
    expect(within(web).queryByRole('tab')).toBeNull();
    expect(web.querySelectorAll('[data-skeleton]')).toHaveLength(4);
    release();
    await waitFor(() => expect(tabNames(web)).toEqual(['Recommendation']));
    expect(names(web)).toEqual(['app-00', 'app-01']);
  });

  it('believes the answers where the list of all targets says otherwise', async () => {
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

  it('keeps the choice in the URL, and the URL clean without one', async () => {
    const home = renderHome(homeApi({ web: { autonomous: rows(1, 'auto'), recommendation: rows(1, 'rec') } }));
    const web = await section('web');
    await userEvent.click(await within(web).findByRole('tab', { name: 'Recommendation' }));
    await waitFor(() => expect(names(web)).toEqual(['rec-00']));
    expect(home.search()).toBe('?ns.web=rec');
    await userEvent.click(within(web).getByRole('tab', { name: 'Autonomous' }));
    await waitFor(() => expect(home.search()).toBe(''));
  });

  it('opens the tab and the order that a link names', async () => {
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
  it('toggles the current field, and starts ascending except for cost', async () => {
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
    expect(home.search()).toBe('?ns.web=auto.-name');
    await press('Scaling');
    await waitFor(() => expect(home.search()).toBe('?ns.web=auto.mode'));
    await press('Yearly Savings');
    await waitFor(() => expect(names(web)).toEqual(['b', 'a']));
    expect(api.requests.at(-1)).toContain('sort=-cost');
    await press('Yearly Savings');
    await waitFor(() => expect(names(web)).toEqual(['a', 'b']));
    expect(api.requests.at(-1)).toContain('sort=%2Bcost');
    await press('Name');
    await waitFor(() => expect(home.search()).toBe(''));
  });

  it.each([
    ['Name', 'Sort descending'],
    ['Scaling', 'Sort ascending'],
    ['Yearly Savings', 'Sort by highest cost'],
  ])('explains what pressing %s does: %s', async (header, text) => {
    renderHome(homeApi({ web: { autonomous: rows(1) } }));
    await userEvent.hover(await screen.findByRole('button', { name: header }));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('keeps the rows of the old order on the screen until the new ones come', async () => {
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
  it('loads twenty more at a press, with a spinner, until a page is short', async () => {
    const api = homeApi({ web: { autonomous: rows(25) } });
    renderHome(api);
    const web = await section('web');
    const more = await within(web).findByRole('button', { name: /^Load More/ });
    expect(names(web)).toHaveLength(20);
    const release = api.hold('offset=20');
    await userEvent.click(more);
    expect(await within(web).findByRole('status', { name: 'Loading more' })).toBeVisible();
    release();
    await waitFor(() => expect(names(web)).toHaveLength(25));
    expect(within(web).queryByRole('button', { name: /^Load More/ })).toBeNull();
  });

  it('offers another page after a full one, and ends when it is empty', async () => {
    renderHome(homeApi({ web: { autonomous: rows(20) } }));
    const web = await section('web');
    await userEvent.click(await within(web).findByRole('button', { name: /^Load More/ }));
    await waitFor(() => expect(within(web).queryByRole('button', { name: /^Load More/ })).toBeNull());
    expect(names(web)).toHaveLength(20);
  });

  it('keeps the list and offers Retry when the next page fails', async () => {
    const api = homeApi({ web: { autonomous: rows(25) } });
    renderHome(api);
    const web = await section('web');
    api.fail('offset=20');
    await userEvent.click(await within(web).findByRole('button', { name: /^Load More/ }));
    expect(await within(web).findByText(/The next targets could not be loaded/)).toBeVisible();
    expect(names(web)).toHaveLength(20);
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
    expect(Math.abs(web.getBoundingClientRect().height - height)).toBeLessThanOrEqual(4);
  });

  it('keeps one failing section to itself, and recovers on Retry', async () => {
    const api = homeApi({ good: { autonomous: rows(1) }, bad: { autonomous: rows(1) } });
    api.fail('/bad/asts');
    renderHome(api);
    const bad = await section('bad');
    expect(await within(bad).findByText(/the source is down/)).toBeVisible();
    const good = await section('good');
    await waitFor(() => expect(names(good)).toEqual(['app-00']));
    api.heal();
    await userEvent.click(within(bad).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(names(bad)).toEqual(['app-00']));
  });
});

describe('cells', () => {
  const recommendation: Row[] = [
    { name: 'usual', cpu_utilization: 0.4249, memory_utilization: 0, hourly_waste_savings: 1 },
    {
      name: 'missing',
      status: { severity: 'high', label: 'Target workload missing' },
      cpu_utilization: 0.5,
      memory_utilization: 0.5,
    },
    { name: 'unknown', cpu_utilization: null, hourly_waste_savings: null },
    { name: 'negative', hourly_waste_savings: -2 },
    { name: 'down', recommendation: { type: 'downDelta', label: '-38%' } },
    { name: 'up', recommendation: { type: 'upDelta', label: '+2 pods' } },
    { name: 'failed', recommendation: { type: 'error', label: 'Error' } },
    { name: 'young', recommendation: { type: 'noSuggestions', label: 'No suggestions' } },
  ];

  it.each([
    ['usual', 'CPU', '42.5%'],
    ['usual', 'Memory', '0.0%'],
    ['missing', 'CPU', '—'],
    ['missing', 'Memory', '—'],
    ['unknown', 'CPU', '—'],
    ['unknown', 'Memory', '—'],
    ['usual', 'Yearly Waste', '$8,760.00'],
    ['unknown', 'Yearly Waste', 'No pre-autonomous mode data found'],
    ['negative', 'Yearly Waste', '$0.00'],
    ['usual', 'Predicted Need', 'No change'],
    ['failed', 'Predicted Need', 'Error'],
    ['young', 'Predicted Need', 'No suggestions'],
  ])('recommendation: %s / %s reads %s', async (name, column, text) => {
    renderHome(homeApi({ web: { recommendation } }));
    expect((await cell(name, column)).textContent).toBe(text);
  });

  it('points up and down, and tells hint, error and change apart', async () => {
    renderHome(homeApi({ web: { recommendation } }));
    expect(within(await cell('down', 'Predicted Need')).getByRole('img', { name: 'Decrease' })).toBeVisible();
    expect(within(await cell('up', 'Predicted Need')).getByRole('img', { name: 'Increase' })).toBeVisible();
    const colour = async (name: string) => {
      const badge = (await cell(name, 'Predicted Need')).firstElementChild;
      return badge ? getComputedStyle(badge).color : '';
    };
    expect(await colour('failed')).toBe(await colour('young'));
    expect(new Set([await colour('usual'), await colour('failed'), await colour('up')]).size).toBe(3);
  });

  it.each([
    ['saves', 'Yearly Savings', '$17,520.00'],
    ['added', 'Yearly Savings', '($8,760.00)'],
    ['zero', 'Yearly Savings', 'No pre-autonomous mode data found'],
    ['saves', 'Scaling', 'multi dimensional'],
  ])('autonomous: %s / %s reads %s', async (name, column, text) => {
    const autonomous = [
      { name: 'saves', hourly_waste_savings: 2, scaling: 'multi dimensional' },
      { name: 'added', hourly_waste_savings: -1 },
      { name: 'zero', hourly_waste_savings: 0 },
    ];
    renderHome(homeApi({ web: { autonomous } }));
    expect((await cell(name, column)).textContent).toBe(text);
  });

  it('shows the severity, the label and, on focus, the reason of a status', async () => {
    const status = {
      severity: 'high',
      label: 'No requests set',
      tooltip: 'Container web has no CPU requests set!',
    } as const;
    renderHome(homeApi({ web: { recommendation: [{ name: 'bare', status }] } }));
    const place = await cell('bare', 'Status');
    expect(within(place).getByRole('img', { name: 'High severity' })).toBeVisible();
    within(place).getByText('No requests set').closest<HTMLElement>('[tabindex]')?.focus();
    await userEvent.hover(within(place).getByText('No requests set'));
    expect(await screen.findByText(status.tooltip)).toBeVisible();
  });

  it('says over which time utilisation was averaged', async () => {
    renderHome(homeApi({ web: { recommendation } }));
    await userEvent.hover(within(await cell('usual', 'CPU')).getByText('42.5%'));
    expect(await screen.findByText('24 h average')).toBeVisible();
  });

  it('links to the detail page, with names encoded once', async () => {
    renderHome(homeApi({ web: { autonomous: [{ name: 'a/b%' }] } }));
    expect(await screen.findByRole('link', { name: 'View a/b%' })).toHaveAttribute('href', '/ast/web/a%2Fb%25');
  });

  it('holds its layout with names of any length and direction, and has the full name at hand (W26)', async () => {
    const hostile = [`${'n'.repeat(253)}`, '\u202eevil-\u05d0\u05d1', 'constructor', '<img src=x onerror=alert(1)>'];
    const api = homeApi({ [`ns-${'x'.repeat(250)}`]: { autonomous: hostile.map((name) => ({ name })) } });
    renderHome(api);
    for (const header of await screen.findAllByRole('rowheader')) expect(header.querySelector('bdi')).not.toBeNull();
    const table = screen.getByRole('table');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
    expect(table.querySelector('img')).toBeNull();
    const long = within(table).getByText('n'.repeat(253));
    expect(long.getBoundingClientRect().height).toBeLessThan(30);
    await userEvent.hover(long);
    await waitFor(() => expect(screen.getAllByText('n'.repeat(253))).toHaveLength(2));
  });
});

describe('key figures (W29)', () => {
  const kpi = (id: string, value: number | null, rest: object = {}) => ({ id, label: id, value, ...rest });

  it('shows known ones once, in the stated order, in as many columns', async () => {
    const kpis = [
      kpi('yearly_savings', 1_234_567, { unit: 'currency' }),
      kpi('constructor', 1),
      kpi('targets', 999_950, { tooltip: 'Every enrolled workload.' }),
      kpi('targets', 7),
      kpi('warnings', 0),
      kpi('yearly_waste', null, { unit: 'currency' }),
    ];
    renderHome(homeApi({ web: { autonomous: rows(1) } }, kpis));
    const strip = await screen.findByLabelText('Key figures of all targets');
    await waitFor(() => expect(strip).toHaveAttribute('aria-busy', 'false'));
    expect([...strip.querySelectorAll('dt')].map((term) => term.textContent)).toEqual([
      'Targets',
      'Warnings',
      'Yearly Waste',
      'Yearly Savings',
    ]);
    expect([...strip.querySelectorAll('dd')].map((value) => value.textContent)).toEqual(['1M', '0', '—', '$1.2M']);
    expect(getComputedStyle(strip).gridTemplateColumns.split(' ')).toHaveLength(4);
    await userEvent.hover(within(strip).getByText('Targets'));
    expect(await screen.findByText('Every enrolled workload.')).toBeVisible();
  });

  it('shows their failure in their place only', async () => {
    const api = homeApi({ web: { autonomous: rows(1) } });
    api.fail('/v1/views/kpis');
    renderHome(api);
    expect(await screen.findByText('The key figures could not be loaded.')).toBeVisible();
    const web = await section('web');
    await waitFor(() => expect(names(web)).toEqual(['app-00']));
  });
});
