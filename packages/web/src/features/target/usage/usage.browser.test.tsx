import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { Series } from '@trimtab/core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { base, metricDescriptor, seriesOf, suggestion, targetApi } from '../testing/target-api.ts';
import { backwards, card, chart, counts, openUsage, soon } from '../testing/usage-page.ts';

beforeEach(() => page.viewport(1280, 900));

/** What the readings at the crosshair say. */
async function read() {
  return (await within(await card()).findByText('Actual', { selector: 'dt' })).nextElementSibling?.textContent;
}

describe('the usage chart', () => {
  it('is 540 px high, like its placeholders', async () => {
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
  ])("shows 'No data available' when %s", async (_, series) => {
    openUsage({ series });
    expect(await within(await card()).findByText('No data available')).toBeVisible();
  });

  it('fetches no series if the catalog is empty, outside demo mode', async () => {
    const { api } = openUsage({ catalog: [] });
    expect(await within(await card()).findByText('No data available')).toBeVisible();
    expect(api.asked(`${base}/metrics`)).toBe(0);
  });

  it('hides the selector in demo mode, and fetches cpu whatever the catalog and the URL contain', async () => {
    const { api } = openUsage({ catalog: [] }, '/ast/shop/web?metric=memory', { demo_mode: true });
    await chart();
    expect(screen.queryByRole('combobox', { name: 'Metric' })).toBeNull();
    expect(api.requests.find(({ path }) => path === `${base}/metrics`)?.query).toContain('metricName=cpu');
  });

  it('accepts one point, unsorted and repeated points, too few timestamps, and a hundred thousand points', async () => {
    const many = seriesOf('cpu', counts(100));
    for (const series of [
      backwards(seriesOf('cpu', [1])),
      { ...many, periods: many.periods.flatMap((period) => [period, period]) },
      { ...many, periods: many.periods.slice(0, 7) },
      backwards(seriesOf('cpu', counts(100_000))),
    ]) {
      openUsage({ series });
      expect(await chart()).toBeVisible();
      expect(document.querySelectorAll('[data-plot] *').length).toBeLessThan(500);
      cleanup();
    }
  });

  it('only logs that the series failed', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const api = targetApi();
    api.answer(`${base}/metrics`, { status: 500, body: { errors: ['a failure of the series'] } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    expect(await within(await card()).findByText('No data available')).toBeVisible();
    expect(screen.queryByText(/a failure of the series/)).toBeNull();
    expect(screen.queryByText(/There are no samples in this time range/)).toBeNull();
    await waitFor(() =>
      expect(logged).toHaveBeenCalledWith('[trimtab] Error fetching metrics time series', expect.anything()),
    );
  });

  it('names the metric that it shows if the catalog could not be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const api = targetApi();
    api.answer('/v1/metrics/shop/web/catalog', { status: 500, body: { errors: ['the catalog is locked'] } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    await chart();
    expect(within(await card()).getByRole('combobox', { name: 'Metric' })).toHaveDisplayValue('CPU');
  });

  it('draws a line for zero usage', async () => {
    openUsage({
      series: seriesOf(
        'cpu',
        Array.from({ length: 60 }, () => 0),
      ),
    });
    await chart();
    expect(document.querySelectorAll('[data-dot]')).toHaveLength(0);
  });

  it('marks gaps without samples, and lists them in the legend', async () => {
    openUsage({ series: seriesOf('cpu', [1, 2, null, null, null, 2, 1]) });
    await chart();
    expect(within(await card()).getByText('No samples')).toBeVisible();
    expect(document.querySelectorAll('[data-gap]')).toHaveLength(1);
  });

  it('draws the request and the forecast, and lists them in the legend', async () => {
    const values = [5, 10, 15].map((minutes) => ({
      timestamp: soon(minutes),
      value: 4,
      quantiles: [
        { level: 0.5, value: 3 },
        { level: 0.9, value: 5 },
      ],
    }));
    openUsage({
      spec: { vertical: { mode: 'rec' } },
      series: seriesOf('cpu', counts(10)),
      suggestion: { ...suggestion, forecasts: [{ metric: 'cpu', values }] },
    });
    await chart();
    const legend = within(await card()).getByRole('list', { name: 'Legend' });
    for (const name of ['Actual', 'Predicted', 'Expected range', /^Request of all pods/])
      expect(await within(legend).findByText(name)).toBeVisible();
    expect(await within(await card()).findByText('now')).toBeInTheDocument();
    // The tooltip shows the values at the pointer.
    const plot = await chart();
    await userEvent.hover(plot, { position: { x: plot.getBoundingClientRect().width - 20, y: 200 } });
    const reading = await within(await card()).findByText('Expected range', { selector: 'dt' });
    expect(reading.nextElementSibling?.textContent).toBe('3 – 5');
  });

  it('reads its values to the keyboard', async () => {
    openUsage({ series: seriesOf('cpu', counts(10)) });
    const plot = await chart();
    plot.focus();
    await userEvent.keyboard('{End}');
    await waitFor(async () => expect(await read()).toBe('3'));
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(async () => expect(await read()).toBe('2'));
    await userEvent.keyboard('{Home}{ArrowRight}');
    await waitFor(async () => expect(await read()).toBe('2'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('Actual', { selector: 'dt' })).toBeNull());
  });

  it('draws a sample between two gaps as a dot', async () => {
    openUsage({ series: seriesOf('cpu', [1, 2, null, 5, null, 2, 1]) });
    await chart();
    expect(document.querySelectorAll('[data-dot]')).toHaveLength(1);
  });
});

function withRequests(): Series {
  const sent = seriesOf('cpu', counts(10));
  return { ...sent, metrics: sent.metrics.map((metric) => ({ ...metric, requested: metric.values.map(() => 7) })) };
}
const lineLength = () =>
  document.querySelector<SVGPathElement>('path[stroke="var(--color-ink-3)"][stroke-dasharray="2 3"]')?.getTotalLength();
async function requestRead() {
  const plot = await chart();
  await userEvent.hover(plot, { position: { x: plot.getBoundingClientRect().width / 2, y: 200 } });
  await within(await card()).findByText('Actual', { selector: 'dt' });
  return within(await card()).queryByText('Request', { selector: 'dt' })?.nextElementSibling?.textContent;
}

describe('the request line', () => {
  it('shows what the pods of each time requested', async () => {
    openUsage({ series: withRequests() });
    expect(await requestRead()).toBe('7');
    await waitFor(() => expect(lineLength()).toBeGreaterThan(100));
  });

  it('is not drawn over the past by a server that does not send it', async () => {
    openUsage({ series: seriesOf('cpu', counts(10)) });
    expect(await requestRead()).toBeUndefined();
    // There is only one point: the current request.
    await waitFor(() => expect(lineLength()).toBe(0));
  });
});

describe('the outlook', () => {
  const day = { timestamp: '2026-11-18T14:00:00', value: 3.2, low: 2.8, high: 3.9 };
  const outlook = () => ({
    namespace: 'shop',
    name: 'web',
    created: new Date().toISOString(),
    resources: [
      {
        metric: 'cpu',
        day: { ...day, timestamp: soon(5 * 60) },
        week: null,
        hours: [3, 4, 5].map((ahead) => ({ timestamp: soon(ahead * 60), value: 3, low: 2, high: 4 })),
      },
    ],
    replicas: {
      metric: 'cpu',
      day: { ...day, value: 9, low: 8, high: 12 },
      week: { ...day, value: 10, low: 8, high: 14 },
    },
  });

  it('is a table, and on longer ranges a band with a mark of the peak', async () => {
    const api = targetApi({ spec: { vertical: { mode: 'rec' } }, series: seriesOf('cpu', counts(10)) });
    api.answer(`${base}/outlook`, { body: outlook() });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web?range=24h' });
    await chart();
    await page.viewport(1440, 900);
    const peaks = await within(await card()).findByRole('columnheader', { name: 'Expected peak' });
    const rows = [...(peaks.closest('table')?.rows ?? [])];
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Expected peakNext 24 hoursNext 7 days',
      expect.stringMatching(/^CPU3\.2 cores around \d\d:00 \(2\.8 – 3\.9\)$/),
      expect.stringMatching(
        /^Replicas for it9 pods around 14:00 \(8 – 12\)10 pods around \w{3} \d+, 14:00 \(8 – 14\)$/,
      ),
    ]);
    // Each row has the height of one line.
    for (const row of rows) expect(row.getBoundingClientRect().height).toBeLessThan(24);
    await within(await card()).findByText('peak 3.2');
    expect(within(await card()).getByText('Expected range')).toBeVisible();
    await userEvent.selectOptions(within(await card()).getByLabelText('Time range'), '3h');
    // Not as expect(element): its message would read the `key` of the React props, which React reports as an error.
    await waitFor(() => expect(screen.queryByText('peak 3.2') === null).toBe(true));
    expect(within(await card()).getByText('Expected peak')).toBeVisible();
  });

  it('is absent if the server does not have the call', async () => {
    openUsage({ spec: { vertical: { mode: 'rec' } }, series: seriesOf('cpu', counts(10)) });
    await chart();
    expect(screen.queryByText(/Expected peak/)).toBeNull();
    expect(screen.queryByText(/no such call/)).toBeNull();
  });

  it('is named if it could not be loaded', async () => {
    const api = targetApi({ spec: { vertical: { mode: 'rec' } }, series: seriesOf('cpu', counts(10)) });
    api.answer(`${base}/outlook`, { status: 500, body: { errors: ['the cache is locked'] } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    expect(await screen.findByText('The expected peaks could not be loaded.')).toBeVisible();
  });
});

describe('metric and range', () => {
  it('start with the first metric and 3 hours, and are stored in the URL', async () => {
    const { api, address } = openUsage({
      catalog: [metricDescriptor('memory'), metricDescriptor('cpu')],
      series: (query) => seriesOf(query.get('metricName') ?? '', counts(10)),
    });
    const metric = await screen.findByRole('combobox', { name: 'Metric' });
    await waitFor(() => expect(metric).toHaveValue('memory'));
    await chart();
    const asked = () => new URLSearchParams(api.requests.findLast(({ path }) => path === `${base}/metrics`)?.query);
    const span = () => Date.parse(asked().get('end') ?? '') - Date.parse(asked().get('start') ?? '');
    expect(span()).toBe(3 * 3_600_000);
    expect(Object.fromEntries(asked())).toMatchObject({
      targetType: 'deployment',
      metricType: 'total',
      metricName: 'memory',
    });

    await userEvent.selectOptions(metric, 'cpu');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Time range' }), '7d');
    await waitFor(() => expect(address.current).toBe('/ast/shop/web?metric=cpu&range=7d'));
    await waitFor(() => expect([asked().get('metricName'), span()]).toEqual(['cpu', 7 * 24 * 3_600_000]));
  });

  it('fall back to the first metric if the metric in the URL does not exist', async () => {
    openUsage({}, '/ast/shop/web?metric=<script>alert(1)</script>&range=soon&brush=x');
    await waitFor(async () => expect(await screen.findByRole('combobox', { name: 'Metric' })).toHaveValue('cpu'));
    expect(await chart()).toBeVisible();
  });
});
