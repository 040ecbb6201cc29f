import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Series } from '@trimtab/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { base, descriptor, seriesOf, suggestion, type TargetScript, targetApi } from '../testing/target-api.ts';

beforeEach(() => page.viewport(1280, 900));
afterEach(cleanup);

function open(script: TargetScript = {}, path = '/ast/shop/web', extra: object = {}) {
  const api = targetApi(script);
  const app = renderApp({ fetch: api.fetch, path, configuration: { extra: { ...extra } } });
  return { api, ...app };
}

const card = () => screen.findByRole('region', { name: 'Actual vs predicted usage' });
const chart = async () => within(await card()).findByRole('application', {}, { timeout: 10_000 });
const grip = (name: RegExp) => screen.findByRole('slider', { name }, { timeout: 10_000 });
const moment = async (name: RegExp) => Number((await grip(name)).getAttribute('aria-valuenow'));
/** The moments that the brush shows, in whole minutes from the first to the last. */
const minutesShown = async () => Math.round(((await moment(/End/)) - (await moment(/Start/))) / 60_000);
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const counts = (count: number) => Array.from({ length: count }, (_, index) => 1 + (index % 7));
/** A sample every ten minutes of the time that is asked for. */
function overWindow(query: URLSearchParams) {
  const start = Date.parse(query.get('start') ?? '');
  const series = seriesOf('cpu', counts((Date.parse(query.get('end') ?? '') - start) / 600_000));
  return { ...series, periods: series.periods.map((_, at) => new Date(start + at * 600_000).toISOString()) };
}
const backwards = (series: Series) => ({ ...series, periods: series.periods.toReversed() });

describe('the usage chart', () => {
  it('is 540 px high, like what stands in its place', async () => {
    const api = targetApi();
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    api.answer(`${base}/metrics`, async () => {
      await held;
      return { body: seriesOf('cpu', counts(20)) };
    });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    const waiting = await screen.findByText('Loading...');
    expect(waiting.parentElement?.getBoundingClientRect().height).toBe(540);
    release?.();
    const box = (await chart()).closest('div[style*="540px"]');
    expect(box?.getBoundingClientRect().height).toBe(540);
  });

  it.each([
    ['nothing came', { periods: [], metrics: [] }],
    ['every value is null', seriesOf('cpu', [null, null, null])],
    ['only another metric came', seriesOf('memory', [1, 2])],
    ['there are values without moments', { ...seriesOf('cpu', [1, 2]), periods: [] }],
    ['no moment can be read', { ...seriesOf('cpu', [1, 2]), periods: ['soon', ''] }],
  ])('says No data available when %s (W28)', async (_, series) => {
    open({ series });
    expect(await within(await card()).findByText('No data available')).toBeVisible();
  });

  it('asks nothing where the catalog is empty, outside the demo', async () => {
    const { api } = open({ catalog: [] });
    expect(await within(await card()).findByText('No data available')).toBeVisible();
    expect(api.asked(`${base}/metrics`)).toBe(0);
  });

  it('hides the selector in the demo, asks for cpu whatever the catalog says, and the address', async () => {
    const { api } = open({ catalog: [] }, '/ast/shop/web?metric=memory', { demo_mode: true });
    await chart();
    expect(screen.queryByRole('combobox', { name: 'Metric' })).toBeNull();
    expect(api.requests.find(({ path }) => path === `${base}/metrics`)?.query).toContain('metricName=cpu');
  });

  it('takes one point, points out of order and twice, too few moments, and a hundred thousand (W28)', async () => {
    const many = seriesOf('cpu', counts(100));
    for (const series of [
      backwards(seriesOf('cpu', [1])),
      { ...many, periods: many.periods.flatMap((period) => [period, period]) },
      { ...many, periods: many.periods.slice(0, 7) },
      backwards(seriesOf('cpu', counts(100_000))),
    ]) {
      open({ series });
      expect(await chart()).toBeVisible();
      expect(document.querySelectorAll('.recharts-surface *').length).toBeLessThan(500);
      cleanup();
    }
  });

  it('only logs that the series failed', async () => {
    const api = targetApi();
    api.answer(`${base}/metrics`, { status: 500, body: { errors: ['a failure of the series'] } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    expect(await within(await card()).findByText('No data available')).toBeVisible();
    expect(screen.queryByText(/a failure of the series/)).toBeNull();
  });

  it('draws a line, and no row of dots, where nothing is used: zero is a value', async () => {
    open({
      series: seriesOf(
        'cpu',
        Array.from({ length: 60 }, () => 0),
      ),
    });
    await chart();
    expect(document.querySelectorAll('.recharts-dot, .recharts-area-dots circle')).toHaveLength(0);
  });

  it('marks where samples are missing, and names the mark', async () => {
    open({ series: seriesOf('cpu', [1, 2, null, null, null, 2, 1]) });
    await chart();
    expect(within(await card()).getByText('No samples')).toBeVisible();
    expect(document.querySelectorAll('.recharts-reference-area')).toHaveLength(1);
  });

  it('draws the request and the forecast past now, and names what is there', async () => {
    const values = [5, 10, 15].map((minutes) => ({
      timestamp: soon(minutes),
      value: 4,
      quantiles: [
        { level: 0.5, value: 3 },
        { level: 0.9, value: 5 },
      ],
    }));
    open({
      spec: { vertical: { mode: 'rec' } },
      series: seriesOf('cpu', counts(10)),
      suggestion: { ...suggestion, forecasts: [{ metric: 'cpu', values }] },
    });
    await chart();
    const legend = within(await card()).getByRole('list', { name: 'Legend' });
    for (const name of ['Actual', 'Predicted', 'Expected range', /^Request of all pods/])
      expect(within(legend).getByText(name)).toBeVisible();
    expect(within(await card()).getByText('now')).toBeInTheDocument();
    // The crosshair tells what is known about the moment under it.
    const plot = await chart();
    await userEvent.hover(plot, { position: { x: plot.getBoundingClientRect().width - 20, y: 200 } });
    const reading = await within(await card()).findByText('Expected range', { selector: 'dt' });
    expect(reading.nextElementSibling?.textContent).toBe('3 – 5');
  });
});

describe('metric and range', () => {
  it('begin with the first metric and 3 hours, and stay in the address', async () => {
    const { api, address } = open({
      catalog: [descriptor('memory'), descriptor('cpu')],
      series: (query) => seriesOf(query.get('metricName') ?? '', counts(10)),
    });
    const metric = await screen.findByRole('combobox', { name: 'Metric' });
    await waitFor(() => expect(metric).toHaveValue('memory'));
    await chart();
    const asked = () => new URLSearchParams(api.requests.findLast(({ path }) => path === `${base}/metrics`)?.query);
    expect(Date.parse(asked().get('end') ?? '') - Date.parse(asked().get('start') ?? '')).toBe(3 * 3_600_000);
    expect(Object.fromEntries(asked())).toMatchObject({
      targetType: 'deployment',
      metricType: 'total',
      metricName: 'memory',
    });

    await userEvent.selectOptions(metric, 'cpu');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Time range' }), '7d');
    await waitFor(() => expect(address.current).toBe('/ast/shop/web?metric=cpu&range=7d'));
    await waitFor(() => expect(asked().get('metricName')).toBe('cpu'));
    expect(Date.parse(asked().get('end') ?? '') - Date.parse(asked().get('start') ?? '')).toBe(7 * 24 * 3_600_000);
  });

  it('fall back for a metric that is not there (W25)', async () => {
    open({}, '/ast/shop/web?metric=<script>alert(1)</script>&range=soon&brush=x');
    await waitFor(async () => expect(await screen.findByRole('combobox', { name: 'Metric' })).toHaveValue('cpu'));
    expect(await chart()).toBeVisible();
  });
});

describe('the brush', () => {
  it('shows the last 500 points at first, and everything after a click', async () => {
    const { address } = open({ series: seriesOf('cpu', counts(2_000)) });
    expect(await minutesShown()).toBe(499);
    await userEvent.click((await grip(/Start/)).closest('svg') ?? document.body, { position: { x: 60, y: 20 } });
    await waitFor(async () => expect(await minutesShown()).toBe(1_999));
    expect(address.current).toBe('/ast/shop/web?brush=all');
  });

  it('is dragged by a press that lasts, and writes the address when it is let go', async () => {
    const { address } = open({ series: seriesOf('cpu', counts(1_000)) });
    const area = (await grip(/Start/)).closest('svg');
    const { left, top, width } = area?.getBoundingClientRect() ?? new DOMRect();
    const at = (share: number) => ({ clientX: left + share * width, clientY: top + 20, pointerId: 1, button: 0 });
    // A pointer that exists: capture refuses one that the test only invents.
    if (area) area.setPointerCapture = () => {};
    fireEvent.pointerDown(area ?? document.body, at(0.2));
    const pressed = performance.now();
    fireEvent.pointerMove(area ?? document.body, at(0.3));
    await waitFor(() => expect(performance.now() - pressed).toBeGreaterThan(250));
    fireEvent.pointerMove(area ?? document.body, at(0.4));
    expect(address.current).toBe('/ast/shop/web');
    fireEvent.pointerUp(area ?? document.body, at(0.4));
    await waitFor(() => expect(address.current).toMatch(/\?brush=\d+-\d+$/));
    expect(Math.abs((await minutesShown()) - 200)).toBeLessThan(5);
  });

  it('follows the keyboard, within its bounds', async () => {
    open({ series: seriesOf('cpu', counts(1_000)) }, '/ast/shop/web?brush=all');
    const start = await grip(/Start/);
    start.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(await minutesShown()).toBe(999);
    await userEvent.keyboard('{PageUp}');
    await waitFor(async () => expect(await minutesShown()).toBe(899));
    await userEvent.keyboard('{End}');
    await waitFor(async () => expect(await minutesShown()).toBe(10));
  });

  it('opens at the part that a link names', async () => {
    const series = seriesOf('cpu', counts(1_000));
    const [from, to] = [series.periods[100], series.periods[300]].map((period) => Date.parse(period ?? '') / 1_000);
    open({ series }, `/ast/shop/web?brush=${Math.floor(from ?? 0)}-${Math.ceil(to ?? 0)}`);
    expect(await minutesShown()).toBe(200);
  });

  it('opens the part of a link of yesterday, and stays with its range when another part is chosen', async () => {
    const [from, to] = [-20, -18].map((hours) => Math.floor(Date.now() / 1_000) + hours * 3_600);
    const { address } = open({ series: overWindow }, `/ast/shop/web?brush=${from}-${to}`);
    expect(await minutesShown()).toBe(120);
    expect(await moment(/Start/)).toBe((from ?? 0) * 1_000);
    expect(screen.getByRole('combobox', { name: 'Time range' })).toHaveValue('24h');
    (await grip(/End/)).focus();
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(address.current).toMatch(/range=24h/));
    const range = screen.getByRole('combobox', { name: 'Time range' });
    expect(range).toHaveValue('24h');
    await userEvent.selectOptions(range, '3h');
    await waitFor(() => expect(range).toHaveValue('3h'));
  });

  it('is drawn anew once a storm of sizes is over (W32)', async () => {
    open({ series: seriesOf('cpu', counts(100)) });
    const before = (await chart()).getBoundingClientRect().width;
    const holder = (await chart()).closest<HTMLElement>('div[style*="540px"]');
    const widths = new Set<number>();
    const watch = new MutationObserver(() => {
      widths.add(holder?.querySelector('svg')?.clientWidth ?? 0);
    });
    watch.observe(holder ?? document.body, { attributes: true, subtree: true, attributeFilter: ['width'] });
    for (const width of [900, 0, 800, 300, 700, 600]) {
      if (holder) holder.style.width = `${width}px`;
      await new Promise(requestAnimationFrame);
    }
    await waitFor(async () => expect((await chart()).getBoundingClientRect().width).toBe(600));
    expect(before).not.toBe(600);
    expect([...widths]).toEqual([600]);
    watch.disconnect();
  });
});

describe('view as table', () => {
  it('shows the values of the part in sight, newest first, at an address of its own', async () => {
    const { address } = open({ series: seriesOf('cpu', [1, 2.5, null, 0.25]) });
    await chart();
    await userEvent.click(screen.getByRole('button', { name: 'View as table' }));
    const table = await screen.findByRole('table', { name: 'Values of the chart' });
    expect(address.current).toBe('/ast/shop/web?view=table');
    const actual = within(table)
      .getAllByRole('row')
      .flatMap((row) => row.querySelectorAll('td')[1]?.textContent ?? []);
    expect(actual).toEqual(['250m', '—', '2.5', '1']);
    await userEvent.click(screen.getByRole('button', { name: 'View as chart' }));
    expect(await chart()).toBeVisible();
  });

  it('draws only the rows in sight of 5,000', async () => {
    open({ series: seriesOf('cpu', counts(5_000)) }, '/ast/shop/web?view=table&brush=all');
    expect(await screen.findByText('5,000 moments')).toBeVisible();
    expect(within(screen.getByRole('table', { name: 'Values of the chart' })).getAllByRole('row').length).toBeLessThan(
      60,
    );
  });
});
