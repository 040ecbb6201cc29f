import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Reliability, Series } from '@trimtab/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { calmReliability, observed } from '../testing/reliability.ts';
import { base, metricDescriptor, seriesOf, suggestion, type TargetScript, targetApi } from '../testing/target-api.ts';

beforeEach(() => page.viewport(1280, 900));
afterEach(cleanup);

function open(script: TargetScript = {}, path = '/ast/shop/web', extra: object = {}) {
  const api = targetApi(script);
  const app = renderApp({ fetch: api.fetch, path, configuration: { extra: { ...extra } } });
  return { api, ...app };
}

const card = () => screen.findByRole('region', { name: 'Actual vs predicted usage' });
const chart = async () => within(await card()).findByRole('application');
const grip = (name: RegExp) => screen.findByRole('slider', { name });
const moment = async (name: RegExp) => Number((await grip(name)).getAttribute('aria-valuenow'));
/** The part that the brush shows, in minutes. */
const minutesShown = async () => Math.round(((await moment(/End/)) - (await moment(/Start/))) / 60_000);
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const counts = (count: number) => Array.from({ length: count }, (_, index) => 1 + (index % 7));
/** One sample every ten minutes of the requested window. */
function overWindow(query: URLSearchParams) {
  const start = Date.parse(query.get('start') ?? '');
  const series = seriesOf('cpu', counts((Date.parse(query.get('end') ?? '') - start) / 600_000));
  return { ...series, periods: series.periods.map((_, at) => new Date(start + at * 600_000).toISOString()) };
}
const backwards = (series: Series) => ({ ...series, periods: series.periods.toReversed() });

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
    open({ series });
    expect(await within(await card()).findByText('No data available')).toBeVisible();
  });

  it('fetches no series if the catalog is empty, outside demo mode', async () => {
    const { api } = open({ catalog: [] });
    expect(await within(await card()).findByText('No data available')).toBeVisible();
    expect(api.asked(`${base}/metrics`)).toBe(0);
  });

  it('hides the selector in demo mode, and fetches cpu whatever the catalog and the URL contain', async () => {
    const { api } = open({ catalog: [] }, '/ast/shop/web?metric=memory', { demo_mode: true });
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
      open({ series });
      expect(await chart()).toBeVisible();
      expect(document.querySelectorAll('.recharts-surface *').length).toBeLessThan(500);
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
    expect(logged).toHaveBeenCalledWith('[trimtab] Error fetching metrics time series', expect.anything());
  });

  it('draws a line for zero usage', async () => {
    open({
      series: seriesOf(
        'cpu',
        Array.from({ length: 60 }, () => 0),
      ),
    });
    await chart();
    expect(document.querySelectorAll('.recharts-dot, .recharts-area-dots circle')).toHaveLength(0);
  });

  it('marks gaps without samples, and lists them in the legend', async () => {
    open({ series: seriesOf('cpu', [1, 2, null, null, null, 2, 1]) });
    await chart();
    expect(within(await card()).getByText('No samples')).toBeVisible();
    expect(document.querySelectorAll('.recharts-reference-area')).toHaveLength(1);
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
    // The tooltip shows the values at the pointer.
    const plot = await chart();
    await userEvent.hover(plot, { position: { x: plot.getBoundingClientRect().width - 20, y: 200 } });
    const reading = await within(await card()).findByText('Expected range', { selector: 'dt' });
    expect(reading.nextElementSibling?.textContent).toBe('3 – 5');
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
    open({ series: withRequests() });
    expect(await requestRead()).toBe('7');
    expect(lineLength()).toBeGreaterThan(100);
  });

  it('is not drawn over the past by a server that does not send it', async () => {
    open({ series: seriesOf('cpu', counts(10)) });
    expect(await requestRead()).toBeUndefined();
    // One point: the request of now.
    expect(lineLength()).toBe(0);
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
    // Each row is one line high.
    for (const row of rows) expect(row.getBoundingClientRect().height).toBeLessThan(24);
    await within(await card()).findByText('peak 3.2');
    expect(within(await card()).getByText('Expected range')).toBeVisible();
    await userEvent.selectOptions(within(await card()).getByLabelText('Time range'), '3h');
    // Not as expect(element): its message would read the `key` of the React props, which React reports as an error.
    await waitFor(() => expect(screen.queryByText('peak 3.2') === null).toBe(true));
    expect(within(await card()).getByText('Expected peak')).toBeVisible();
  });

  it('is absent if the server does not have the call', async () => {
    open({ spec: { vertical: { mode: 'rec' } }, series: seriesOf('cpu', counts(10)) });
    await chart();
    expect(screen.queryByText(/Expected peak/)).toBeNull();
    expect(screen.queryByText(/no such call/)).toBeNull();
  });
});

describe('metric and range', () => {
  it('start with the first metric and 3 hours, and are stored in the URL', async () => {
    const { api, address } = open({
      catalog: [metricDescriptor('memory'), metricDescriptor('cpu')],
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

  it('fall back to the first metric if the metric in the URL does not exist', async () => {
    open({}, '/ast/shop/web?metric=<script>alert(1)</script>&range=soon&brush=x');
    await waitFor(async () => expect(await screen.findByRole('combobox', { name: 'Metric' })).toHaveValue('cpu'));
    expect(await chart()).toBeVisible();
  });
});

const happened: Partial<Reliability> = {
  oomKills: observed(1, 1),
  events: [
    { at: soon(-60), kind: 'oomKill', container: 'app', count: 1 },
    { at: soon(-30), kind: 'deployment', container: null, count: 1, version: 'shop/web:2' },
    { at: soon(-30), kind: 'request', container: 'app', count: 1, resource: 'cpu', from: 1, to: 0.5 },
    { at: soon(-20 * 24 * 60), kind: 'restart', container: 'app', count: 1 },
  ],
};
function openRisky(path = '/ast/shop/web', reliability: Partial<Reliability> = happened) {
  const api = targetApi({
    series: (query) => {
      const name = query.get('metricName') ?? 'cpu';
      const { periods, metrics } = overWindow(query);
      const withMore = metrics.map((metric) => ({
        ...metric,
        metricName: name,
        requested: metric.values.map(() => 10),
        pods: metric.values.map(() => 2),
      }));
      return { periods, metrics: withMore };
    },
  });
  api.answer(`${base}/reliability`, { body: { ...calmReliability, ...reliability } });
  return { api, ...renderApp({ fetch: api.fetch, path }) };
}
const selected = (name: string) => screen.findByRole('combobox', { name });

describe('what happened', () => {
  it('decides which resource is shown first, unless the address names one', async () => {
    const { api, address } = openRisky();
    await waitFor(async () => expect(await selected('Metric')).toHaveValue('memory'));
    await chart();
    expect(address.current).toBe('/ast/shop/web');
    expect(api.requests.filter(({ path, query }) => path === `${base}/metrics` && !query.includes('memory'))).toEqual(
      [],
    );
    cleanup();
    openRisky('/ast/shop/web?metric=cpu');
    await chart();
    expect(await selected('Metric')).toHaveValue('cpu');
  });

  it('is marked on the time axis, and listed as text', async () => {
    openRisky('/ast/shop/web?metric=cpu');
    await chart();
    const list = await within(await card()).findByText('3 events in this time range');
    await userEvent.click(list);
    const texts = within(await card())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(texts.slice(-3)).toEqual([
      expect.stringContaining('CPU request of app 1 → 500m'),
      expect.stringContaining('Deployed shop/web:2'),
      expect.stringContaining('OOM kill of app'),
    ]);
    const marks = [...document.querySelectorAll<HTMLElement>('[data-marks] > [data-tooltip]')];
    expect(marks.map((mark) => mark.dataset['tooltip']?.split('\n').length)).toEqual([1, 2]);
  });

  it('leaves out the changes of another resource', async () => {
    openRisky('/ast/shop/web?metric=memory');
    await chart();
    expect(await within(await card()).findByText('2 events in this time range')).toBeVisible();
  });
});

describe('limit and scale', () => {
  const limits = [{ at: soon(-14 * 24 * 60), resource: 'cpu' as const, perPod: 6 }];

  it('show the limit of all pods of each time', async () => {
    openRisky('/ast/shop/web?metric=cpu', { limits });
    await chart();
    const legend = within(await card()).getByRole('list', { name: 'Legend' });
    expect(await within(legend).findByText(/^Limit of all pods/)).toHaveTextContent('Limit of all pods 12');
    expect(document.querySelector('path[stroke="var(--color-danger)"]')).not.toBeNull();
  });

  it('show the values as a percentage of the request, which is stored in the URL', async () => {
    const { address } = openRisky('/ast/shop/web?metric=cpu', { limits });
    await chart();
    await userEvent.selectOptions(await selected('Scale'), 'percent');
    await waitFor(() => expect(address.current).toBe('/ast/shop/web?metric=cpu&scale=percent'));
    const legend = within(await card()).getByRole('list', { name: 'Legend' });
    await waitFor(() => expect(legend.textContent).toMatch(/Request of all pods\s+100%/));
    expect(legend.textContent).toMatch(/Limit of all pods\s+120%/);
    await userEvent.selectOptions(await selected('Scale'), 'absolute');
    await waitFor(() => expect(address.current).toBe('/ast/shop/web?metric=cpu'));
  });

  it('have no scale without requests', async () => {
    open({ series: seriesOf('queue', counts(10)), catalog: [metricDescriptor('queue')] });
    await chart();
    expect(screen.queryByRole('combobox', { name: 'Scale' })).toBeNull();
  });
});

describe('the brush', () => {
  it('shows everything on longer ranges', async () => {
    open({ series: overWindow }, '/ast/shop/web?range=14d');
    await waitFor(async () => expect(await minutesShown()).toBe(14 * 24 * 60 - 10));
  });

  it('starts a new range when everything is selected', async () => {
    open({ series: seriesOf('cpu', counts(1_000)) }, '/ast/shop/web?brush=all');
    const area = (await grip(/Start/)).closest('svg');
    const middle = area?.querySelector('rect');
    const { left, top, width } = area?.getBoundingClientRect() ?? new DOMRect();
    const to = (share: number) => ({ clientX: left + share * width, clientY: top + 20, pointerId: 1, button: 0 });
    if (area) area.setPointerCapture = () => {};
    fireEvent.pointerDown(middle ?? document.body, to(0.2));
    const pressed = performance.now();
    await waitFor(() => expect(performance.now() - pressed).toBeGreaterThan(250));
    fireEvent.pointerMove(middle ?? document.body, to(0.4));
    fireEvent.pointerUp(middle ?? document.body, to(0.4));
    await waitFor(async () => expect(Math.abs((await minutesShown()) - 200)).toBeLessThan(5));
  });

  it('shows the last 500 points initially, and all after a click', async () => {
    const { address } = open({ series: seriesOf('cpu', counts(2_000)) });
    expect(await minutesShown()).toBe(499);
    await userEvent.click((await grip(/Start/)).closest('svg') ?? document.body, { position: { x: 60, y: 20 } });
    await waitFor(async () => expect(await minutesShown()).toBe(1_999));
    expect(address.current).toBe('/ast/shop/web?brush=all');
  });

  it('is dragged by a long press, and writes the URL on release', async () => {
    const { address } = open({ series: seriesOf('cpu', counts(1_000)) });
    const area = (await grip(/Start/)).closest('svg');
    const { left, top, width } = area?.getBoundingClientRect() ?? new DOMRect();
    const at = (share: number) => ({ clientX: left + share * width, clientY: top + 20, pointerId: 1, button: 0 });
    // A real pointer id, because pointer capture rejects unknown ones.
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

  it('moves with the keyboard, within its bounds', async () => {
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

  it('opens the part in the URL', async () => {
    const series = seriesOf('cpu', counts(1_000));
    const [from, to] = [series.periods[100], series.periods[300]].map((period) => Date.parse(period ?? '') / 1_000);
    open({ series }, `/ast/shop/web?brush=${Math.floor(from ?? 0)}-${Math.ceil(to ?? 0)}`);
    expect(await minutesShown()).toBe(200);
  });

  it('opens the part of an old link, and keeps its range when another part is selected', async () => {
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

  it('redraws once after many resizes', async () => {
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
  it('shows the values of the visible part, newest first, and is stored in the URL', async () => {
    const { address } = open({ series: seriesOf('cpu', [1, 2.5, null, 0.25]) });
    await chart();
    await userEvent.click(screen.getByRole('button', { name: 'View as table' }));
    const table = await screen.findByRole('table', { name: 'Values of the chart' });
    expect(address.current).toBe('/ast/shop/web?view=table');
    const actual = within(table)
      .getAllByRole('row')
      .flatMap((row) => row.querySelector('td')?.textContent ?? []);
    expect(actual).toEqual(['250m', '—', '2.5', '1']);
    await userEvent.click(screen.getByRole('button', { name: 'View as chart' }));
    expect(await chart()).toBeVisible();
  });

  it('fills the height of the chart and renders only the visible rows of 5,000', async () => {
    open({ series: seriesOf('cpu', counts(5_000)) }, '/ast/shop/web?view=table&brush=all');
    const bar = (await screen.findByText('5,000 rows')).parentElement;
    const table = screen.getByRole('table', { name: 'Values of the chart' });
    await waitFor(() => expect(within(table).getAllByRole('row').length).toBeLessThan(40));
    const { top = 0 } = bar?.getBoundingClientRect() ?? {};
    expect(table.parentElement?.getBoundingClientRect().bottom).toBeCloseTo(top + 540 - 1, 0);
  });

  it('downloads all values, unrounded', async () => {
    open({ series: seriesOf('cpu', [1, 2.125]) }, '/ast/shop/web?view=table');
    const saved = vi.spyOn(URL, 'createObjectURL');
    await userEvent.click(await within(await card()).findByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    const [file] = saved.mock.calls[0] ?? [];
    const lines = (file instanceof Blob ? await file.text() : '').trim().split(/\r?\n/);
    expect(lines[0]).toMatch(/time,actual,predicted,expected_low,expected_high$/);
    expect(lines[1]).toMatch(/^[\d-]+T[\d:.]+Z,2\.125,/);
    expect(lines).toHaveLength(3);
  });
});
