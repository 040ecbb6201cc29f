import { screen, waitFor, within } from '@testing-library/react';
import { formatDateDay } from '@trimtab/core';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import {
  analysisPath,
  autonomousTarget,
  costApi,
  cpuComparison,
  recommended,
  waste,
  withFlags,
} from './testing/cost-api.ts';

const path = '/cost-analysis';
const configuration = withFlags('cost_breakdown_v2');
const hours = (cpu: number) => ({ cpu_core_hours: cpu, memory_byte_hours: 0 });
const region = (name: string) => screen.findByRole('region', { name });
const focused = () => document.activeElement?.getAttribute('aria-label');
const requestedBuckets = (api: ReturnType<typeof costApi>) =>
  api.requests
    .filter((request) => request.path === analysisPath)
    .map(({ query }) => new URLSearchParams(query).get('bucket'));

// A core costs $0.048 per hour.
const scene = {
  targets: [recommended('cart'), autonomousTarget('search')],
  comparisons: [cpuComparison('search', { usage: 1, request: 4 }, { usage: 1, request: 2 })],
  waste: [waste('cart', 0.3, 0.1)],
  analysis: {
    breakdown: [
      { timestamp: '2024-09-01T00:00:00Z', realized: hours(1_000), unrealized: hours(500) },
      { timestamp: '2024-10-01T00:00:00Z', realized: hours(2_000), unrealized: hours(0) },
    ],
    contributors: [
      { name: 'search', resource_savings: hours(1_000) },
      { name: 'ledger', resource_savings: hours(2_000) },
    ],
  },
};

describe('the second version of the breakdown', () => {
  it('has the history of the chosen cluster', async () => {
    const api = costApi(scene);
    const several = { ...configuration, extra: { ...configuration.extra, clusters: ['eu', 'us'] } };
    renderApp({ ...api, path, configuration: several });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Cluster' }), 'us');
    const queries = () => api.requests.filter((request) => request.path === analysisPath).map(({ query }) => query);
    await waitFor(() => expect(queries().at(-1)).toContain('clusters=us'));
    expect(queries()[0]).not.toContain('clusters');
  });

  it('starts with the last year until today', async () => {
    const api = costApi(scene);
    renderApp({ ...api, path, configuration });
    expect(await screen.findByRole('button', { name: 'Last year' })).toHaveAttribute('aria-pressed', 'true');
    expect(
      within(screen.getByRole('group', { name: 'Time range' }))
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Projected', 'Last month', '3 months', 'Last year']);
    expect(screen.getByText(`→ Through ${formatDateDay(Date.now())}`)).toBeVisible();
    await waitFor(() => expect(requestedBuckets(api)).toEqual(['Month']));
  });

  it.each([
    ['Last month', 'Daily breakdown →', 'Day', 'last-month'],
    ['3 months', 'Weekly breakdown →', 'Week', '3-months'],
  ])(
    'shows %s with its own title and buckets, and stores the range in the address',
    async (label, title, bucket, range) => {
      const api = costApi(scene);
      const { address } = renderApp({ ...api, path, configuration });
      expect(await region('Monthly breakdown →')).toBeVisible();
      await userEvent.click(screen.getByRole('button', { name: label }));
      expect(await region(title)).toBeVisible();
      expect(await region('Top savings contributors →')).toBeVisible();
      await waitFor(() => expect(address.current).toBe(`${path}?range=${range}`));
      await waitFor(() => expect(requestedBuckets(api)).toEqual(['Month', bucket]));
      // Every change of the range loads the data again, even if the cache has it.
      await userEvent.click(screen.getByRole('button', { name: 'Last year' }));
      await waitFor(() => expect(requestedBuckets(api)).toEqual(['Month', bucket, 'Month']));
      await waitFor(() => expect(address.current).toBe(path));
    },
  );

  it('shows the projection without a request', async () => {
    const api = costApi(scene);
    renderApp({ ...api, path: `${path}?range=projected`, configuration });
    expect(await region('Monthly breakdown →')).toBeVisible();
    const contributors = await region('Top waste contributors →');
    expect(await within(contributors).findByRole('link', { name: 'cart' })).toHaveAttribute('href', '/ast/shop/cart');
    await waitFor(() => expect(contributors.textContent).toContain('$1,752.00'));
    expect(requestedBuckets(api)).toEqual([]);
  });

  it('animates the yearly sums', async () => {
    // The animation depends on the time that has passed, so the test moves it.
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    renderApp({ ...costApi(scene), path, configuration });
    const sums = await region('Savings vs waste');
    expect(within(sums).getByText('Projected annual savings')).toBeVisible();
    expect(within(sums).getByText('Projected annual waste')).toBeVisible();
    const shown = () => [...sums.querySelectorAll('p > span[aria-hidden]')].map((one) => one.textContent);
    await waitFor(() => expect(shown()).toEqual(['$0.00', '$0.00']));
    now += 500;
    await waitFor(() => expect(shown()).toEqual(['$420.48', '$876.00']));
    now += 500;
    await waitFor(() => expect(shown()).toEqual(['$840.96', '$1,752.00']));
  });

  it('stacks savings and waste in bars of at most 90 px, and offers the data as a table', async () => {
    await page.viewport(1440, 900);
    renderApp({ ...costApi(scene), path, configuration });
    const chart = await region('Monthly breakdown →');
    expect(within(chart).getByRole('list', { name: 'Savings vs Waste' })).toHaveTextContent('SavingsvsWaste');
    await waitFor(() => expect(chart.querySelectorAll('[data-bar]')).toHaveLength(2));
    const bars = [...chart.querySelectorAll('[data-bar]')];
    expect(bars.map((bar) => bar.getAttribute('data-tooltip'))).toEqual([
      expect.stringMatching(/^Sep 2024: \$48\.00 savings, \$24\.00 waste\nSavings: 1K core-hours, /),
      expect.stringMatching(/^Oct 2024: \$96\.00 savings, \$0\.00 waste\nSavings: 2K core-hours, /),
    ]);
    await waitFor(() => {
      for (const bar of bars) expect(bar.lastElementChild?.getBoundingClientRect().width).toBe(90);
    });
    expect(within(chart).getByText('$144.00 saved, $24.00 wasted in this range.')).toBeVisible();
    await userEvent.click(within(chart).getByRole('button', { name: 'View as table' }));
    expect((await within(chart).findAllByRole('row')).map((row) => row.textContent)).toEqual([
      'FromSavingsWaste',
      'Sep 2024$48.00$24.00',
      'Oct 2024$96.00$0.00',
    ]);
  });

  it('is one tab stop, with arrow keys from bar to bar', async () => {
    renderApp({ ...costApi(scene), path, configuration });
    const chart = await region('Monthly breakdown →');
    const bars = () => within(chart).findAllByRole('img', { name: /savings, .* waste$/ });
    await bars();
    await userEvent.click(within(chart).getByRole('button', { name: 'View as table' }));
    await userEvent.click(await within(chart).findByRole('button', { name: 'View as chart' }));
    const [first, second] = await bars();
    await userEvent.keyboard('{Tab}');
    await expect.poll(focused).toBe(first?.getAttribute('aria-label'));
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(focused).toBe(second?.getAttribute('aria-label'));
    // The tooltip of the first bar may still be shown.
    await waitFor(() => expect(screen.getByRole('tooltip').textContent).toContain('$96.00 savings'));
    await userEvent.keyboard('{ArrowRight}{Home}');
    await expect.poll(focused).toBe(first?.getAttribute('aria-label'));
    // The chart is one tab stop. The next one is the chart below.
    await userEvent.keyboard('{Tab}');
    await expect.poll(() => chart.contains(document.activeElement)).toBe(false);
  });

  it('hatches buckets that are partly outside of the range, and leaves a gap for unknown values', async () => {
    const now = new Date();
    const month = (ago: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)).toISOString();
    const bar = (ago: number, cpu: number | null) => ({
      timestamp: month(ago),
      realized: { cpu_core_hours: cpu, memory_byte_hours: 0 },
      unrealized: { cpu_core_hours: cpu, memory_byte_hours: 0 },
    });
    const breakdown = [bar(2, 1_000), bar(1, null), bar(0, 1_000)];
    renderApp({ ...costApi({ ...scene, analysis: { breakdown, contributors: [] } }), path, configuration });
    const chart = await region('Monthly breakdown →');
    await waitFor(() => expect(chart.querySelectorAll('[data-bar]')).toHaveLength(3));
    const bars = [...chart.querySelectorAll('[data-bar]')];
    expect(bars.map((one) => one.querySelector('[data-partial]') !== null)).toEqual([false, false, true]);
    expect(bars[1]?.getAttribute('data-tooltip')).toContain('— savings, — waste');
    expect(bars[2]?.getAttribute('data-tooltip')).toContain('Only part of this time is within the range.');
    expect(within(chart).getByText(/1 of its bars have no value/)).toBeVisible();
  });

  it('keeps the previous data, dimmed, until the new range is loaded', async () => {
    const answers: (() => void)[] = [];
    const api = costApi({
      ...scene,
      instead: {
        [analysisPath]: ({ url }) =>
          url.searchParams.get('bucket') === 'Month'
            ? { body: scene.analysis }
            : new Promise((resolve) => {
                answers.push(() => resolve({ body: { breakdown: [], contributors: [] } }));
              }),
      },
    });
    renderApp({ ...api, path, configuration });
    const chart = await region('Monthly breakdown →');
    await within(chart).findByText('$144.00 saved, $24.00 wasted in this range.');
    await userEvent.click(screen.getByRole('button', { name: 'Last month' }));
    const next = await region('Daily breakdown →');
    await waitFor(() => expect(next).toHaveAttribute('aria-busy', 'true'));
    expect(within(next).getByText('$144.00 saved, $24.00 wasted in this range.')).toBeVisible();
    await waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.();
    expect(await within(next).findByText('No data available')).toBeVisible();
    await waitFor(() => expect(next).toHaveAttribute('aria-busy', 'false'));
  });

  it("explains a contributor's savings", async () => {
    renderApp({ ...costApi(scene), path, configuration });
    const contributors = await region('Top savings contributors →');
    expect((await within(contributors).findByText('$96.00')).dataset['tooltip']?.split('\n')).toEqual([
      'CPU: 2K core-hours = $96.00',
      'Memory: 0 byte-hours = $0.00',
      'The cost is the larger of the two, as a share of 4 cores or 16 GB at $0.192 an hour.',
    ]);
  });

  it('animates the bars 50 ms apart, and all together with reduced motion', async () => {
    renderApp({ ...costApi(scene), path, configuration });
    const chart = await region('Monthly breakdown →');
    await waitFor(() => expect(chart.querySelectorAll('[data-bar]')).toHaveLength(2));
    const delays = [...chart.querySelectorAll<HTMLElement>('[data-bar] > span[style]')].map(
      ({ style }) => style.transitionDelay,
    );
    expect(delays).toEqual(matchMedia('(prefers-reduced-motion: reduce)').matches ? ['0ms', '0ms'] : ['0ms', '50ms']);
  });

  it('shows a dash if a value is unknown', async () => {
    renderApp({ ...costApi({ ...scene, comparisons: [], waste: [] }), path, configuration });
    const sums = await region('Savings vs waste');
    await waitFor(() =>
      expect([...sums.querySelectorAll('p > span[aria-hidden]')].map((one) => one.textContent)).toEqual(['—', '—']),
    );
  });

  it('sorts contributors by dollars', async () => {
    renderApp({ ...costApi(scene), path, configuration });
    const contributors = await region('Top savings contributors →');
    const bars = await within(contributors).findAllByRole('listitem');
    expect(bars.map((bar) => bar.textContent)).toEqual(['ledger$96.00', 'search$48.00']);
  });

  it("shows the server's notes about missing data", async () => {
    const incomplete = ['No hour was recorded before 2026-10-24T12:00:00Z.'];
    const api = costApi({ ...scene, analysis: { ...scene.analysis, incomplete } });
    renderApp({ ...api, path, configuration });
    expect(await screen.findByText('No hour was recorded before Oct 24, 2026.')).toBeVisible();
  });

  it('keeps the rest of the page if the history cannot be loaded', async () => {
    const failing = { status: 400, body: { errors: ['no history'] } };
    renderApp({ ...costApi({ ...scene, instead: { [analysisPath]: () => failing } }), path, configuration });
    expect(await screen.findByText('The cost history could not be loaded.')).toBeVisible();
    expect(await region('Savings vs waste')).toBeVisible();
  });
});
