import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { DEFAULT_NODE_SETTINGS, kpiIds } from '@trimtab/core';
import { afterEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { outlivingFetch } from '../../lib/outliving-fetch.ts';
import { renderApp } from '../../testing/render-app.tsx';
import {
  autonomous,
  comparison,
  comparisonsPath,
  costApi,
  recommended,
  settingsPath,
  waste,
  wastePath,
  withFlags,
} from './testing/cost-api.ts';

afterEach(cleanup);

const path = '/cost-analysis';
const card = (name: string) => screen.findByRole('region', { name });
const cells = (row: HTMLElement) => within(row).getAllByRole('cell');
const window24 = 'Average of the last 24 hours, all replicas together.';
const tooltips = (element: Element | undefined) =>
  [...(element?.querySelectorAll('[data-tooltip]') ?? [])].map((one) => one.getAttribute('data-tooltip'));

const scene = {
  targets: [recommended('cart'), autonomous('search'), autonomous('fresh')],
  // A node costs 0.192 $/h: four cores; so a core is 0.048 $/h and 34.56 $ a month.
  comparisons: [
    comparison('cart', { usage: 1, request: 4 }, { usage: 1, request: 2 }),
    comparison('search', { usage: 1, request: 4 }, { usage: 1, request: 2 }),
    comparison('fresh', { usage: null, request: null }, { usage: 1, request: 2 }),
  ],
  waste: [waste('cart', 0.192, 0.096)],
};

describe('the frame', () => {
  it('has the title, the badge that says what beta means, and no tabs without the simulator', async () => {
    renderApp({ ...costApi(scene), path, configuration: withFlags() });
    expect(await screen.findByRole('heading', { level: 1, name: /^Cost analysis/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'BETA' })).toHaveAttribute(
      'data-tooltip',
      'This feature is in beta. Please report any issues you encounter.',
    );
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('has both tabs with the simulator, each at its address', async () => {
    const { address } = renderApp({ ...costApi(scene), path, configuration: withFlags('cost_simulator') });
    await userEvent.click(await screen.findByRole('tab', { name: 'Cost simulator' }));
    expect(await screen.findByRole('region', { name: 'What are cost bottlenecks?' })).toBeVisible();
    expect(address.current).toBe('/cost-analysis/simulator');
    await userEvent.click(screen.getByRole('tab', { name: 'Cost breakdown' }));
    expect(await card('Target Summary')).toBeVisible();
    expect(address.current).toBe(path);
  });
});

describe('the original breakdown', () => {
  it('sums what is saved and wasted in a month', async () => {
    renderApp({ ...costApi(scene), path, configuration: withFlags() });
    const total = await card('Total forecasted monthly savings');
    expect(within(total).getByText('Total forecasted monthly savings *')).toBeVisible();
    // Twice two cores: 2 × 0.096 $/h × 720 h.
    expect(await within(total).findByText('$138.24')).toBeVisible();
    expect(within(total).getByText('* Current savings + waste')).toBeVisible();
  });

  it('summarises in its own order', async () => {
    const kpis = kpiIds.map((id, index) => ({ id, value: index }));
    renderApp({ ...costApi({ ...scene, kpis }), path, configuration: withFlags() });
    const summary = await card('Target Summary');
    expect(
      within(summary)
        .getAllByRole('term')
        .map((term) => term.textContent),
    ).toEqual([
      'Targets',
      'Autonomous',
      'Yearly Savings',
      'Overprovisioned',
      'Underprovisioned',
      'Recommendation',
      'Yearly Waste',
    ]);
  });

  it('shows the three largest wastes, and cuts a long name after 42 characters', async () => {
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

  it('says that there is no waste', async () => {
    renderApp({ ...costApi({ targets: [recommended('cart')] }), path, configuration: withFlags() });
    expect(await screen.findByText('No waste data')).toBeVisible();
  });

  it('compares a recommendation target as it is with what is advised', async () => {
    renderApp({ ...costApi(scene), path, configuration: withFlags() });
    const table = await screen.findByRole('table', { name: 'Recommendation Mode' });
    const row = await within(table).findByRole('row', { name: /cart/ });
    expect(within(row).getByRole('link', { name: 'cart' })).toHaveAttribute('href', '/ast/shop/cart');
    const [cpu, memory, cost, wasted] = cells(row);
    expect(cpu).toHaveTextContent('current 25.0%→optimized 50.0%');
    expect(tooltips(cpu)).toEqual([`1 used, 4 requested\n${window24}`, `1 used, 2 requested\n${window24}`]);
    expect(memory).toHaveTextContent('current 50.0%→optimized 50.0%');
    expect(cost).toHaveTextContent('current $138.24→optimized $69.12');
    expect(tooltips(cost)[0]?.split('\n')).toEqual([
      'CPU: 1 used, 4 requested = $138.24',
      'Memory: 953.7 MiB used, 1.9 GiB requested = $17.28',
      'The larger request counts, as a share of 4 cores or 16 GB (14.9 GiB) at $0.192 an hour, × 720 hours.',
      window24,
    ]);
    expect(tooltips(wasted)).toEqual(['$138.24 current less $69.12 optimized, a month of 720 hours.']);
    expect(wasted).toHaveTextContent('$69.12');
    expect(within(await card('Recommendation Mode')).getByText('1 target')).toBeVisible();
  });

  it('compares an autonomous target with its past, or says that there is none', async () => {
    renderApp({ ...costApi(scene), path, configuration: withFlags() });
    const table = await screen.findByRole('table', { name: 'Autonomous Mode' });
    const search = cells(await within(table).findByRole('row', { name: /search/ }));
    expect(search.map((cell) => cell.textContent)).toEqual(['50.0%', '$138.24', '$69.12', '$69.12']);
    expect(tooltips(search[0])).toEqual([`CPU: 50.0%, Mem: 50.0%\n${window24}`]);
    const fresh = cells(within(table).getByRole('row', { name: /fresh/ }));
    expect(fresh.map((cell) => cell.textContent)).toEqual([
      '50.0%',
      'No pre-autonomous mode data found',
      '$69.12',
      '—',
    ]);
    expect(within(await card('Autonomous Mode')).getByText('2 targets')).toBeVisible();
  });

  it('shows N/A in the tooltip of an amount that is absent', async () => {
    const unknown = comparison('cart', { usage: null, request: 4 }, { usage: null, request: null });
    renderApp({ ...costApi({ ...scene, comparisons: [unknown] }), path, configuration: withFlags() });
    const row = await screen.findByRole('row', { name: /cart/ });
    expect(tooltips(cells(row)[0])).toEqual([
      `N/A used, 4 requested\n${window24}`,
      `N/A used, N/A requested\n${window24}`,
    ]);
  });
});

describe('loading', () => {
  it('reads waste and comparisons in pages of 10', async () => {
    const names = Array.from({ length: 23 }, (_, index) => `app-${index}`);
    const api = costApi({
      targets: names.map((name) => recommended(name)),
      waste: names.map((name) => waste(name, 2, 1)),
    });
    renderApp({ ...api, path, configuration: withFlags() });
    // 23 dollars an hour, all of it waste.
    expect(await screen.findByText('$16,560.00', { selector: 'p' })).toBeVisible();
    const pages = api.requests.filter((request) => request.path === wastePath);
    expect(pages.map(({ query }) => query.match(/limit=10&offset=\d+/)?.[0])).toEqual([
      'limit=10&offset=0',
      'limit=10&offset=10',
      'limit=10&offset=20',
    ]);
  });

  it('logs a failure without a toast, empties the map, and loads again on Retry', async () => {
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
    expect(screen.queryByText(/API Error/)).toBeNull();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No pre-autonomous mode data found')).toBeVisible();
    expect(screen.queryByText('Some costs could not be loaded.')).toBeNull();
  });

  it('says so when the server sends less than it promised', async () => {
    const api = costApi({ ...scene, instead: { [wastePath]: () => ({ body: { items: scene.waste, total: 40 } }) } });
    renderApp({ ...api, path, configuration: withFlags() });
    expect(await screen.findByText(/The server sent fewer costs than it had promised/)).toBeVisible();
  });
});

const price = () => screen.findByRole('spinbutton', { name: 'Cost ($/hour)' });
const saves = (api: ReturnType<typeof costApi>) => api.requests.filter(({ method }) => method === 'POST');

describe('Node Details', () => {
  it('shows whole cores and whole gigabytes', async () => {
    const settings = { node_cpu_cores: 3.92, node_memory_bytes: 15.9e9, node_hourly_cost: 0.192 };
    renderApp({ ...costApi({ ...scene, settings }), path, configuration: withFlags() });
    expect(await screen.findByDisplayValue('0.192')).toBe(await price());
    expect(screen.getByRole('spinbutton', { name: 'CPU Capacity (Cores)' })).toHaveDisplayValue('3');
    expect(screen.getByRole('spinbutton', { name: 'Memory Capacity (GB)' })).toHaveDisplayValue('15');
  });

  it('prices everything anew at once, and saves the last of a burst', async () => {
    const api = costApi(scene);
    renderApp({ ...api, path, configuration: withFlags() });
    await screen.findByText('$138.24', { selector: 'p' });
    await userEvent.fill(await price(), '0.3');
    await userEvent.fill(await price(), '0.384');
    expect(await screen.findByText('$276.48', { selector: 'p' })).toBeVisible();
    expect(saves(api)).toEqual([]);
    await waitFor(() =>
      expect(saves(api).map(({ body }) => body)).toEqual([expect.objectContaining({ node_hourly_cost: 0.384 })]),
    );
  });

  it.each(['', '0', '-5', '1e999', '1,5', '1.5.5'])(
    'keeps the last valid value and saves nothing for "%s"',
    async (text) => {
      const api = costApi(scene);
      renderApp({ ...api, path, configuration: withFlags() });
      const input = await price();
      await screen.findByText('$138.24', { selector: 'p' });
      await userEvent.fill(input, text);
      expect(await screen.findByText('Enter a number above 0. 0.192 still counts.')).toBeVisible();
      expect(screen.getByText('$138.24', { selector: 'p' })).toBeVisible();
      window.dispatchEvent(new Event('pagehide'));
      expect(saves(api)).toEqual([]);
      await userEvent.tab();
      expect(input).toHaveDisplayValue('0.192');
    },
  );

  it('reads nothing into a pasted comma, and lets no letters in', async () => {
    const api = costApi(scene);
    renderApp({ ...api, path, configuration: withFlags() });
    const input = await price();
    await screen.findByText('$138.24', { selector: 'p' });
    // What a browser makes of `1,5` in an input of numbers is 15.
    await userEvent.clear(input);
    await userEvent.type(input, 'x');
    expect(input).toHaveDisplayValue('');
    await userEvent.type(input, '1,5');
    expect(input).toHaveDisplayValue('1,5');
    expect(input).toHaveAttribute('aria-invalid', 'true');
    expect(input).toHaveAttribute('aria-valuenow', '1');
  });

  it('steps by the arrow keys, and undoes', async () => {
    const api = costApi(scene);
    renderApp({ ...api, path, configuration: withFlags() });
    await screen.findByText('$138.24', { selector: 'p' });
    const cores = screen.getByRole('spinbutton', { name: 'CPU Capacity (Cores)' });
    cores.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(cores).toHaveDisplayValue('2');
    // Two of two cores are a whole node.
    expect(await screen.findByText('$276.48', { selector: 'p' })).toBeVisible();
    expect(await screen.findByText('Saved.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('$138.24', { selector: 'p' })).toBeVisible();
    await waitFor(() => expect(saves(api).at(-1)?.body).toEqual(DEFAULT_NODE_SETTINGS));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('lets the newest of two saves settle, whichever is answered first (W21)', async () => {
    const answers: (() => void)[] = [];
    const api = costApi({
      ...scene,
      instead: {
        [settingsPath]: ({ method, body }) =>
          method === 'POST'
            ? new Promise((resolve) => {
                answers.push(() => resolve({ body }));
              })
            : { body: DEFAULT_NODE_SETTINGS },
      },
    });
    renderApp({ ...api, path, configuration: withFlags() });
    await screen.findByText('$138.24', { selector: 'p' });
    await userEvent.fill(await price(), '0.3');
    await waitFor(() => expect(answers).toHaveLength(1));
    await userEvent.fill(await price(), '0.384');
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(screen.getByText('Saving…')).toBeVisible();
    answers[1]?.();
    expect(await screen.findByText('Saved.')).toBeVisible();
    answers[0]?.();
    await userEvent.tab();
    expect(await price()).toHaveDisplayValue('0.384');
    expect(screen.getByText('Saved.')).toBeVisible();
    expect(screen.queryByText(/API Error/)).toBeNull();
  });

  it('shows in another tab what this one saved, and the last write wins (W19)', async () => {
    const api = costApi(scene);
    const mine = renderApp({ ...api, path, configuration: withFlags() });
    const other = renderApp({ ...api, path, configuration: withFlags() });
    const priceIn = (tab: typeof mine) => within(tab.container).findByRole('spinbutton', { name: 'Cost ($/hour)' });
    for (const tab of [mine, other]) await within(tab.container).findByText('$138.24', { selector: 'p' });
    await userEvent.fill(await priceIn(mine), '0.3');
    await waitFor(() => expect(saves(api)).toHaveLength(1));
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect(await priceIn(other)).toHaveDisplayValue('0.3'));
    await userEvent.fill(await priceIn(other), '0.6');
    await waitFor(() => expect(saves(api)).toHaveLength(2));
    await userEvent.tab();
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect(await priceIn(mine)).toHaveDisplayValue('0.6'));
  });

  it('saves an edit that waits when the page is left', async () => {
    const api = costApi(scene);
    const kept: boolean[] = [];
    const watched: typeof fetch = (input, init) => {
      if (init?.method === 'POST') kept.push(init.keepalive === true);
      return api.fetch(input, init);
    };
    renderApp({ fetch: outlivingFetch(watched), path, configuration: withFlags() });
    await screen.findByText('$138.24', { selector: 'p' });
    await userEvent.fill(await price(), '0.5');
    window.dispatchEvent(new Event('pagehide'));
    // Well before the debounce, and on a connection that outlives the page (W19).
    await waitFor(() => expect(saves(api)).toHaveLength(1), { timeout: 300 });
    expect(kept).toEqual([true]);
  });

  it('asks again when the tab comes back, for another tab may have edited them', async () => {
    let node_hourly_cost = 0.192;
    const current = () => ({ body: { ...DEFAULT_NODE_SETTINGS, node_hourly_cost } });
    renderApp({ ...costApi({ ...scene, instead: { [settingsPath]: current } }), path, configuration: withFlags() });
    await screen.findByText('$138.24', { selector: 'p' });
    node_hourly_cost = 0.9;
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect(await price()).toHaveDisplayValue('0.9'));
  });

  it('says once that a save failed, and keeps the edit, on this page and in its address', async () => {
    const failing = { status: 400, body: { errors: ['read only'] } };
    const { address } = renderApp({
      ...costApi({
        ...scene,
        instead: { [settingsPath]: ({ method }) => (method === 'POST' ? failing : { body: DEFAULT_NODE_SETTINGS }) },
      }),
      path,
      configuration: withFlags(),
    });
    await screen.findByText('$138.24', { selector: 'p' });
    await userEvent.fill(await price(), '0.384');
    expect(await screen.findByText('API Error: 400 - read only')).toBeVisible();
    expect(screen.getAllByText(/read only/)).toHaveLength(1);
    expect(screen.getByText('$276.48', { selector: 'p' })).toBeVisible();
    expect(await screen.findByText('On this page only.')).toBeVisible();
    await waitFor(() => expect(address.current).toBe(`${path}?node=4_16_0.384`));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('$138.24', { selector: 'p' })).toBeVisible();
    await waitFor(() => expect(address.current).toBe(path));
  });

  it('tries a node that came with a link, and saves it only when told to', async () => {
    const api = costApi(scene);
    const { address } = renderApp({ ...api, path: `${path}?node=4_16_0.384`, configuration: withFlags() });
    expect(await screen.findByText('$276.48', { selector: 'p' })).toBeVisible();
    expect(await price()).toHaveDisplayValue('0.384');
    expect(saves(api)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved.')).toBeVisible();
    expect(saves(api).map(({ body }) => body)).toEqual([{ ...DEFAULT_NODE_SETTINGS, node_hourly_cost: 0.384 }]);
    await waitFor(() => expect(address.current).toBe(path));
  });

  it('ignores an address that names no node', async () => {
    renderApp({ ...costApi(scene), path: `${path}?node=4_16_-1`, configuration: withFlags() });
    expect(await screen.findByText('$138.24', { selector: 'p' })).toBeVisible();
    expect(screen.getByText('Edits show at once and are saved.')).toBeVisible();
  });
});

describe('the tables', () => {
  it('sort by what the address says, each by its own, and keep what is missing last', async () => {
    const targets = [...scene.targets, recommended('web'), recommended('unknown')];
    const more = comparison('web', { usage: 1, request: 8 }, { usage: 1, request: 2 });
    const api = costApi({ ...scene, targets, comparisons: [...scene.comparisons, more] });
    const { address } = renderApp({ ...api, path: `${path}?rec=-waste`, configuration: withFlags() });
    const table = await screen.findByRole('table', { name: 'Recommendation Mode' });
    const order = () =>
      within(table)
        .getAllByRole('rowheader')
        .map((cell) => cell.querySelector('a')?.textContent);
    await waitFor(() => expect(order()).toEqual(['web', 'cart', 'unknown']));
    expect(within(table).getByRole('columnheader', { name: 'Wasted spend' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await userEvent.click(within(table).getByRole('button', { name: 'Wasted spend' }));
    await waitFor(() => expect(order()).toEqual(['cart', 'web', 'unknown']));
    expect(address.current).toBe(`${path}?rec=waste`);
    await userEvent.click(screen.getByRole('button', { name: 'Total savings' }));
    await waitFor(() => expect(address.current).toBe(`${path}?rec=waste&auto=-savings`));
  });

  it('stand behind the opportunities too', async () => {
    const { address } = renderApp({ ...costApi(scene), path, configuration: withFlags() });
    const opportunities = await card('Top Saving Opportunities');
    const bar = await within(opportunities).findByText('$840.96');
    expect(bar.getAttribute('data-tooltip')).toContain(
      'costs $0.096 an hour more than what is suggested, × 8,760 hours.',
    );
    await userEvent.click(within(opportunities).getByRole('button', { name: 'View as table' }));
    expect(await within(opportunities).findByRole('row', { name: 'cart $840.96' })).toBeVisible();
    expect(address.current).toBe(`${path}?top=table`);
  });

  it('say nothing of rows when the list itself cannot be read', async () => {
    const failing = { status: 400, body: { errors: ['no list'] } };
    renderApp({ ...costApi({ ...scene, instead: { '/v1/ast': () => failing } }), path, configuration: withFlags() });
    expect(await screen.findByText('Some costs could not be loaded.')).toBeVisible();
    expect(document.querySelector('[data-skeleton]')).toBeNull();
  });
});
