import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { formatDateDay } from '@trimtab/core';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { analysisPath, autonomous, comparison, costApi, recommended, waste, withFlags } from './testing/cost-api.ts';

afterEach(cleanup);

const path = '/cost-analysis';
const configuration = withFlags('cost_breakdown_v2');
const hours = (cpu: number) => ({ cpu_core_hours: cpu, memory_byte_hours: 0 });
const region = (name: string) => screen.findByRole('region', { name });
const asked = (api: ReturnType<typeof costApi>) =>
  api.requests
    .filter((request) => request.path === analysisPath)
    .map(({ query }) => new URLSearchParams(query).get('bucket'));

// A core is 0.048 $/h.
const scene = {
  targets: [recommended('cart'), autonomous('search')],
  comparisons: [comparison('search', { usage: 1, request: 4 }, { usage: 1, request: 2 })],
  waste: [waste('cart', 0.3, 0.1)],
  analysis: {
    breakdown: [
      { timestamp: '2026-09-01T00:00:00Z', realized: hours(1_000), unrealized: hours(500) },
      { timestamp: '2026-10-01T00:00:00Z', realized: hours(2_000), unrealized: hours(0) },
    ],
    contributors: [
      { name: 'search', resource_savings: hours(1_000) },
      { name: 'ledger', resource_savings: hours(2_000) },
    ],
  },
};

describe('the second version of the breakdown', () => {
  it('opens with the last year, through today', async () => {
    const api = costApi(scene);
    renderApp({ ...api, path, configuration });
    expect(await screen.findByRole('button', { name: 'Last year' })).toHaveAttribute('aria-pressed', 'true');
    expect(
      within(screen.getByRole('group', { name: 'Time range' }))
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Projected', 'Last month', '3 months', 'Last year']);
    expect(screen.getByText(`→ Through ${formatDateDay(Date.now())}`)).toBeVisible();
    await waitFor(() => expect(asked(api)).toEqual(['Month']));
  });

  it.each([
    ['Last month', 'Daily breakdown →', 'Day', 'last-month'],
    ['3 months', 'Weekly breakdown →', 'Week', '3-months'],
  ])('titles and asks for %s by its own buckets, and puts it into the address', async (label, title, bucket, range) => {
    const api = costApi(scene);
    const { address } = renderApp({ ...api, path, configuration });
    expect(await region('Monthly breakdown →')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: label }));
    expect(await region(title)).toBeVisible();
    expect(await region('Top savings contributors →')).toBeVisible();
    expect(address.current).toBe(`${path}?range=${range}`);
    await waitFor(() => expect(asked(api)).toEqual(['Month', bucket]));
  });

  it('projects without asking', async () => {
    const api = costApi(scene);
    renderApp({ ...api, path: `${path}?range=projected`, configuration });
    expect(await region('Monthly breakdown →')).toBeVisible();
    const contributors = await region('Top waste contributors →');
    expect(await within(contributors).findByRole('link', { name: 'cart' })).toHaveAttribute('href', '/ast/shop/cart');
    expect(contributors.textContent).toContain('$1,752.00');
    expect(asked(api)).toEqual([]);
  });

  it('counts up to the yearly sums', async () => {
    renderApp({ ...costApi(scene), path, configuration });
    const sums = await region('Savings vs waste');
    expect(within(sums).getByText('Projected annual savings')).toBeVisible();
    expect(within(sums).getByText('Projected annual waste')).toBeVisible();
    const shown = () => [...sums.querySelectorAll('p > span[aria-hidden]')].map((one) => one.textContent);
    // On the way: neither nothing nor all of it.
    await waitFor(() => expect(shown()[0]).toMatch(/^\$[1-9]/));
    expect(shown()[0]).not.toBe('$840.96');
    await waitFor(() => expect(shown()).toEqual(['$840.96', '$1,752.00']), { timeout: 3_000 });
  });

  it('stacks savings and waste, no bar wider than 90 px, and has a table behind it', async () => {
    await page.viewport(1440, 900);
    renderApp({ ...costApi(scene), path, configuration });
    const chart = await region('Monthly breakdown →');
    expect(within(chart).getByRole('list', { name: 'Savings vs Waste' })).toHaveTextContent('SavingsvsWaste');
    await waitFor(() => expect(chart.querySelectorAll('[data-bar]')).toHaveLength(2));
    const bars = [...chart.querySelectorAll('[data-bar]')];
    expect(bars.map((bar) => bar.getAttribute('data-tooltip'))).toEqual([
      'Sep 2026: $48.00 savings, $24.00 waste',
      'Oct 2026: $96.00 savings, $0.00 waste',
    ]);
    for (const bar of bars) expect(bar.getBoundingClientRect().width).toBeLessThanOrEqual(90);
    expect(within(chart).getByText('$144.00 saved, $24.00 wasted in this range.')).toBeVisible();
    await userEvent.click(within(chart).getByRole('button', { name: 'View as table' }));
    expect((await within(chart).findAllByRole('row')).map((row) => row.textContent)).toEqual([
      'FromSavingsWaste',
      'Sep 2026$48.00$24.00',
      'Oct 2026$96.00$0.00',
    ]);
  });

  it('orders contributors by dollars', async () => {
    renderApp({ ...costApi(scene), path, configuration });
    const contributors = await region('Top savings contributors →');
    const bars = await within(contributors).findAllByRole('listitem');
    expect(bars.map((bar) => bar.textContent)).toEqual(['ledger$96.00', 'search$48.00']);
  });

  it('tells what the server says the figures lack', async () => {
    const incomplete = ['No hour was recorded before Nov 1.'];
    const api = costApi({ ...scene, analysis: { ...scene.analysis, incomplete } });
    renderApp({ ...api, path, configuration });
    expect(await screen.findByText('No hour was recorded before Nov 1.')).toBeVisible();
  });

  it('keeps the rest of the page when the history fails', async () => {
    const failing = { status: 400, body: { errors: ['no history'] } };
    renderApp({ ...costApi({ ...scene, instead: { [analysisPath]: () => failing } }), path, configuration });
    expect(await screen.findByText('The cost history could not be loaded.')).toBeVisible();
    expect(await region('Savings vs waste')).toBeVisible();
  });
});
