import { screen, waitFor, within } from '@testing-library/react';
import { kpiIds } from '@trimtab/core';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { listAnswer } from '../../testing/scripted-api.ts';
import {
  comparisonsPath,
  costApi,
  cpuComparison,
  recommended,
  waste,
  wastePath,
  withFlags,
} from './testing/cost-api.ts';
import { scene } from './testing/cost-scene.ts';

const path = '/cost-analysis';
const card = (name: string) => screen.findByRole('region', { name });
const cells = (row: HTMLElement) => within(row).getAllByRole('cell');
const window24 = 'Usage: average of the last 24 hours. Requests: the current ones. All replicas together.';
const tooltips = (element: Element | undefined) =>
  [...(element?.querySelectorAll('[data-tooltip]') ?? [])].map((one) => one.getAttribute('data-tooltip'));

describe('the page', () => {
  it('has a title, a badge that explains the beta, and no tabs without the simulator', async () => {
    renderApp({ ...costApi(scene), path, configuration: withFlags() });
    expect(await screen.findByRole('heading', { level: 1, name: /^Cost analysis/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'BETA' })).toHaveAttribute(
      'data-tooltip',
      'This feature is in beta. Please report any issues you encounter.',
    );
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('has two tabs with the simulator, each with its own address', async () => {
    const { address } = renderApp({ ...costApi(scene), path, configuration: withFlags('cost_simulator') });
    await userEvent.click(await screen.findByRole('tab', { name: 'Cost simulator' }));
    // The arrow keys continue from the chosen tab.
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Cost simulator' })).toHaveFocus());
    expect(await screen.findByRole('region', { name: 'What are cost bottlenecks?' })).toBeVisible();
    await waitFor(() => expect(address.current).toBe('/cost-analysis/simulator'));
    await userEvent.click(screen.getByRole('tab', { name: 'Cost breakdown' }));
    expect(await card('Target Summary')).toBeVisible();
    await waitFor(() => expect(address.current).toBe(path));
  });
});

describe('the first version of the breakdown', () => {
  it('sums the savings and the waste of a month', async () => {
    renderApp({ ...costApi(scene), path, configuration: withFlags() });
    const total = await card('Total forecasted monthly savings');
    expect(within(total).getByText('Total forecasted monthly savings *')).toBeVisible();
    // Two targets with two cores each: 2 × $0.096 per hour × 720 hours.
    expect(await within(total).findByText('$138.24')).toBeVisible();
    expect(within(total).getByText('* Current savings + waste')).toBeVisible();
  });

  it('shows the KPIs in the order of the cost breakdown', async () => {
    const kpis = kpiIds.map((id, index) => ({ id, value: index }));
    renderApp({ ...costApi({ ...scene, kpis }), path, configuration: withFlags() });
    const summary = await card('Target Summary');
    const terms = await within(summary).findAllByRole('term');
    expect(terms.map((term) => term.textContent)).toEqual([
      'Targets',
      'Autonomous',
      'Yearly Savings',
      'Overprovisioned',
      'Underprovisioned',
      'Recommendation',
      'Yearly Waste',
    ]);
  });

  it('shows the three targets with the highest waste, and truncates a name after 42 characters', async () => {
    const long = 'a'.repeat(50);
    renderApp({
      ...costApi({
        targets: ['one', 'two', 'three', long].map((name) => recommended(name)),
        waste: [waste('one', 2, 1), waste('two', 3, 1), waste('three', 1.5, 1), waste(long, 9, 1)],
      }),
      path,
      configuration: withFlags(),
    });
    const bars = await within(await card('Top Saving Opportunities')).findAllByRole('listitem');
    expect(bars.map((bar) => bar.textContent)).toEqual([
      `${'a'.repeat(42)}…$70,080.00`,
      'two$17,520.00',
      'one$8,760.00',
    ]);
  });

  it('shows an empty state without waste', async () => {
    renderApp({ ...costApi({ targets: [recommended('cart')] }), path, configuration: withFlags() });
    expect(await screen.findByText('No waste data')).toBeVisible();
  });

  it('compares the current cost of a recommendation target with the suggestion', async () => {
    renderApp({ ...costApi(scene), path, configuration: withFlags() });
    const table = await screen.findByRole('table', { name: 'Recommendation Mode' });
    const row = await within(table).findByRole('row', { name: /cart/ });
    expect(within(row).getByRole('link', { name: 'cart' })).toHaveAttribute('href', '/ast/shop/cart');
    const [cpu, memory, cost, wasted] = cells(row);
    await waitFor(() => expect(cpu).toHaveTextContent('current 25.0%→optimized 50.0%'));
    expect(tooltips(cpu)).toEqual(['1 used, 4 requested', '1 used, 2 requested']);
    await waitFor(() => expect(memory).toHaveTextContent('current 50.0%→optimized 50.0%'));
    await waitFor(() => expect(cost).toHaveTextContent('current $138.24→optimized $69.12'));
    expect(tooltips(cost)[0]?.split('\n')).toEqual([
      'CPU: 1 used, 4 requested = $138.24',
      'Memory: 1G used, 2G requested = $17.28',
      'The cost is the larger of the two, as a share of 4 cores or 16 GB at $0.192 an hour, × 720 hours.',
      window24,
    ]);
    await waitFor(() => expect(wasted).toHaveTextContent('$69.12'));
    expect(tooltips(wasted)).toEqual(['$138.24 current less $69.12 optimized, for a month of 720 hours.']);
    expect(await within(await card('Recommendation Mode')).findByText('1 target')).toBeVisible();
  });

  it('shows no wasted spend if the suggestion costs more', async () => {
    const more = cpuComparison('cart', { usage: 1, request: 2 }, { usage: 1, request: 4 });
    renderApp({ ...costApi({ ...scene, comparisons: [more] }), path, configuration: withFlags() });
    const table = await screen.findByRole('table', { name: 'Recommendation Mode' });
    const wasted = cells(await within(table).findByRole('row', { name: /cart/ }))[3];
    await waitFor(() => expect(wasted).toHaveTextContent('$0.00'));
    expect(tooltips(wasted)).toEqual(['Nothing is wasted: the suggestion costs $69.12 more in a month of 720 hours.']);
  });

  it('compares an autonomous target with its cost before, if that is known', async () => {
    renderApp({ ...costApi(scene), path, configuration: withFlags() });
    const table = await screen.findByRole('table', { name: 'Autonomous Mode' });
    const search = cells(await within(table).findByRole('row', { name: /search/ }));
    await waitFor(() =>
      expect(search.map((cell) => cell.textContent)).toEqual(['50.0%', '$138.24', '$69.12', '$69.12']),
    );
    expect(tooltips(search[0])).toEqual(['CPU: 50.0%, Mem: 50.0%']);
    const fresh = cells(await within(table).findByRole('row', { name: /fresh/ }));
    await waitFor(() =>
      expect(fresh.map((cell) => cell.textContent)).toEqual([
        '50.0%',
        'No pre-autonomous mode data found',
        '$69.12',
        '—',
      ]),
    );
    expect(await within(await card('Autonomous Mode')).findByText('2 targets')).toBeVisible();
  });

  it('says that an autonomous target without a comparison has no data of before', async () => {
    const [cart, search] = scene.comparisons;
    const api = costApi({ ...scene, comparisons: [cart, search].filter((one) => one !== undefined) });
    renderApp({ ...api, path, configuration: withFlags() });
    const table = await screen.findByRole('table', { name: 'Autonomous Mode' });
    const fresh = cells(await within(table).findByRole('row', { name: /fresh/ }));
    await waitFor(() =>
      expect(fresh.map((cell) => cell.textContent)).toEqual(['—', 'No pre-autonomous mode data found', '—', '—']),
    );
  });

  it('shows N/A in the tooltip of a missing amount', async () => {
    const unknown = cpuComparison('cart', { usage: null, request: 4 }, { usage: null, request: null });
    renderApp({ ...costApi({ ...scene, comparisons: [unknown] }), path, configuration: withFlags() });
    const row = await screen.findByRole('row', { name: /cart/ });
    await waitFor(() => expect(tooltips(cells(row)[0])).toEqual(['N/A used, 4 requested', 'N/A used, N/A requested']));
  });
});

describe('loading', () => {
  it('reads the basic list, then its enhanced pages, then waste and comparisons', async () => {
    const names = Array.from({ length: 23 }, (_, index) => `app-${index}`);
    const enhanced = Promise.withResolvers<void>();
    const api = costApi({
      targets: names.map((name) => recommended(name)),
      waste: names.map((name) => waste(name, 2, 1)),
      instead: {
        '/v1/ast': async ({ url }) => {
          if (url.searchParams.has('enhancedItems')) await enhanced.promise;
          return listAnswer(names.map((name) => recommended(name)))({ url });
        },
      },
    });
    renderApp({ ...api, path, configuration: withFlags() });
    const asked = (part: string) => api.requests.filter((one) => `${one.path}${one.query}`.includes(part)).length;
    await waitFor(() => expect(asked('enhancedItems')).toBeGreaterThan(0));
    expect([asked(wastePath), asked(comparisonsPath)]).toEqual([0, 0]);
    enhanced.resolve();
    expect(await screen.findByText('$16,560.00', { selector: 'p' })).toBeVisible();
    await waitFor(() => expect(asked(comparisonsPath)).toBeGreaterThan(0));
  });

  it('shows the first costs while the other enhanced pages are still being read', async () => {
    const names = Array.from({ length: 23 }, (_, index) => `app-${index}`);
    const later = Promise.withResolvers<void>();
    const api = costApi({
      targets: names.map((name) => recommended(name)),
      waste: names.map((name) => waste(name, 2, 1)),
      instead: {
        '/v1/ast': async ({ url }) => {
          const { searchParams } = url;
          if (searchParams.get('enhancedItems') === 'true' && searchParams.get('offset') !== '0') await later.promise;
          return listAnswer(names.map((name) => recommended(name)))({ url });
        },
      },
    });
    renderApp({ ...api, path, configuration: withFlags() });
    expect(await screen.findByText('$16,560.00', { selector: 'p' })).toBeVisible();
    later.resolve();
  });

  it('loads waste and comparisons in pages of 10', async () => {
    const names = Array.from({ length: 23 }, (_, index) => `app-${index}`);
    const api = costApi({
      targets: names.map((name) => recommended(name)),
      waste: names.map((name) => waste(name, 2, 1)),
    });
    renderApp({ ...api, path, configuration: withFlags() });
    // 23 dollars per hour, all of it waste.
    expect(await screen.findByText('$16,560.00', { selector: 'p' })).toBeVisible();
    const pages = api.requests.filter((request) => request.path === wastePath);
    expect(pages.map(({ query }) => query.match(/limit=10&offset=\d+/)?.[0])).toEqual([
      'limit=10&offset=0',
      'limit=10&offset=10',
      'limit=10&offset=20',
    ]);
  });

  it('logs a failure without a toast, shows no costs, and loads again on Retry', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    let isDown = true;
    const api = costApi({
      ...scene,
      instead: {
        [comparisonsPath]: () =>
          isDown ? { status: 400, body: { errors: ['broken'] } } : { body: { items: scene.comparisons, total: 3 } },
      },
    });
    renderApp({ ...api, path, configuration: withFlags() });
    expect(await screen.findByText('Some costs could not be loaded.')).toBeVisible();
    await waitFor(() =>
      expect(logged).toHaveBeenCalledWith(
        '[trimtab] The optimization comparison could not be read.',
        expect.anything(),
      ),
    );
    expect(screen.queryByText(/API Error/)).toBeNull();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No pre-autonomous mode data found')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Some costs could not be loaded.')).toBeNull());
  });

  it('reports that the server sent less than it announced', async () => {
    const api = costApi({ ...scene, instead: { [wastePath]: () => ({ body: { items: scene.waste, total: 40 } }) } });
    renderApp({ ...api, path, configuration: withFlags() });
    expect(await screen.findByText(/The server sent fewer costs than it announced/)).toBeVisible();
  });
});
