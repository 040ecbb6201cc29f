import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { calmReliability } from '../testing/reliability.ts';
import { base, seriesOf, targetApi } from '../testing/target-api.ts';
import { card, chart, counts, grip, minutesShown, moment, openUsage, overWindow } from '../testing/usage-page.ts';

beforeEach(() => page.viewport(1280, 900));
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

/** Presses the brush and moves the pointer, without a release. */
async function startDrag() {
  const area = (await grip(/Start/)).closest('svg') ?? document.body;
  const { left, top, width } = area.getBoundingClientRect();
  const at = (share: number) => ({ clientX: left + share * width, clientY: top + 20, pointerId: 1, button: 0 });
  area.setPointerCapture = () => {};
  fireEvent.pointerDown(area, at(0.2));
  fireEvent.pointerMove(area, at(0.4));
  return area;
}

describe('the brush', () => {
  it('shows everything on longer ranges', async () => {
    openUsage({ series: overWindow }, '/ast/shop/web?range=14d');
    await waitFor(async () => expect(await minutesShown()).toBe(14 * 24 * 60 - 10));
  });

  it('starts a new range when everything is selected', async () => {
    openUsage({ series: seriesOf('cpu', counts(1_000)) }, '/ast/shop/web?brush=all');
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
    const { address } = openUsage({ series: seriesOf('cpu', counts(2_000)) });
    await waitFor(async () => expect(await minutesShown()).toBe(499));
    await userEvent.click((await grip(/Start/)).closest('svg') ?? document.body, { position: { x: 60, y: 20 } });
    await waitFor(async () => expect(await minutesShown()).toBe(1_999));
    await waitFor(() => expect(address.current).toBe('/ast/shop/web?brush=all'));
  });

  it('is dragged by a long press, and writes the URL on release', async () => {
    const { address } = openUsage({ series: seriesOf('cpu', counts(1_000)) });
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
    await waitFor(() => expect(address.current).toBe('/ast/shop/web'));
    fireEvent.pointerUp(area ?? document.body, at(0.4));
    await waitFor(() => expect(address.current).toMatch(/\?brush=\d+-\d+$/));
    await waitFor(async () => expect(Math.abs((await minutesShown()) - 200)).toBeLessThan(5));
  });

  it('returns to the chosen part when the browser cancels a drag, and follows later choices', async () => {
    openUsage({ series: seriesOf('cpu', counts(1_000)) }, '/ast/shop/web?brush=all');
    const area = await startDrag();
    expect(Math.abs((await minutesShown()) - 200)).toBeLessThan(5);
    fireEvent.pointerCancel(area, { pointerId: 1 });
    await waitFor(async () => expect(await minutesShown()).toBe(999));
  });

  it('shows another range in full, even if it is chosen during a drag', async () => {
    openUsage({ series: overWindow }, '/ast/shop/web?range=14d');
    const range = await screen.findByRole('combobox', { name: 'Time range' });
    // Loads the other range, so that the chart can show it at once.
    await userEvent.selectOptions(range, '7d');
    await waitFor(async () => expect(await minutesShown()).toBe(7 * 24 * 60 - 10));
    await userEvent.selectOptions(range, '14d');
    await waitFor(async () => expect(await minutesShown()).toBe(14 * 24 * 60 - 10));
    await startDrag();
    expect(await minutesShown()).toBeLessThan(7 * 24 * 60);
    await userEvent.selectOptions(range, '7d');
    await waitFor(async () => expect(await minutesShown()).toBe(7 * 24 * 60 - 10));
  });

  it('moves with the keyboard, within its bounds', async () => {
    openUsage({ series: seriesOf('cpu', counts(1_000)) }, '/ast/shop/web?brush=all');
    const start = await grip(/Start/);
    start.focus();
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(async () => expect(await minutesShown()).toBe(999));
    await userEvent.keyboard('{PageUp}');
    await waitFor(async () => expect(await minutesShown()).toBe(899));
    await userEvent.keyboard('{End}');
    await waitFor(async () => expect(await minutesShown()).toBe(10));
  });

  it('opens the part in the URL', async () => {
    const series = seriesOf('cpu', counts(1_000));
    const [from, to] = [series.periods[100], series.periods[300]].map((period) => Date.parse(period ?? '') / 1_000);
    openUsage({ series }, `/ast/shop/web?brush=${Math.floor(from ?? 0)}-${Math.ceil(to ?? 0)}`);
    await waitFor(async () => expect(await minutesShown()).toBe(200));
  });

  it('opens the part of an old link, and keeps its range when another part is selected', async () => {
    const [from, to] = [-20, -18].map((hours) => Math.floor(Date.now() / 1_000) + hours * 3_600);
    const { address } = openUsage({ series: overWindow }, `/ast/shop/web?brush=${from}-${to}`);
    await waitFor(async () => expect(await minutesShown()).toBe(120));
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
    openUsage({ series: seriesOf('cpu', counts(100)) });
    const before = (await chart()).getBoundingClientRect().width;
    const holder = (await chart()).closest<HTMLElement>('div[style*="540px"]');
    const widths = new Set<number>();
    const watch = new MutationObserver(() => {
      widths.add(holder?.querySelector('svg')?.clientWidth ?? 0);
    });
    watch.observe(holder ?? document.body, { attributes: true, subtree: true, attributeFilter: ['width'] });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const width of [900, 0, 800, 300, 700, 600]) {
      if (holder) holder.style.width = `${width}px`;
      // Observers of sizes run after the callbacks of a frame.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    }
    expect([...widths]).toEqual([]);
    act(() => void vi.advanceTimersByTime(1_000));
    vi.useRealTimers();
    await waitFor(async () => expect((await chart()).getBoundingClientRect().width).toBe(600));
    expect(before).not.toBe(600);
    expect([...widths]).toEqual([600]);
    watch.disconnect();
  });
});

/** Downloads the table. Returns the name of the file and its lines. */
async function download() {
  const saved = vi.spyOn(URL, 'createObjectURL');
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  await userEvent.click(await within(await card()).findByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const [file] = saved.mock.calls[0] ?? [];
  const lines = (file instanceof Blob ? await file.text() : '').trim().split(/\r?\n/);
  const [link] = clicked.mock.contexts;
  return { name: link instanceof HTMLAnchorElement ? link.download : null, lines };
}

describe('view as table', () => {
  it('shows the values of the visible part, newest first, and is stored in the URL', async () => {
    const { address } = openUsage({ series: seriesOf('cpu', [1, 2.5, null, 0.25]) });
    await chart();
    await userEvent.click(screen.getByRole('button', { name: 'View as table' }));
    const table = await screen.findByRole('table', { name: 'Values of the chart' });
    await waitFor(() => expect(address.current).toBe('/ast/shop/web?view=table'));
    const actual = within(table)
      .getAllByRole('row')
      .flatMap((row) => row.querySelector('td')?.textContent ?? []);
    expect(actual).toEqual(['250m', '—', '2.5', '1']);
    await userEvent.click(screen.getByRole('button', { name: 'View as chart' }));
    expect(await chart()).toBeVisible();
  });

  it('fills the height of the chart and renders only the visible rows of 5,000', async () => {
    openUsage({ series: seriesOf('cpu', counts(5_000)) }, '/ast/shop/web?view=table&brush=all');
    const bar = (await screen.findByText('5,000 rows')).parentElement;
    const table = screen.getByRole('table', { name: 'Values of the chart' });
    await waitFor(() => expect(within(table).getAllByRole('row').length).toBeLessThan(40));
    const { top = 0 } = bar?.getBoundingClientRect() ?? {};
    expect(table.parentElement?.getBoundingClientRect().bottom).toBeCloseTo(top + 540 - 1, 0);
  });

  it('downloads all values, unrounded', async () => {
    openUsage({ series: seriesOf('cpu', [1, 2.125]) }, '/ast/shop/web?view=table');
    const { lines } = await download();
    expect(lines[0]).toMatch(/time,actual,predicted,expected_low,expected_high,requested$/);
    expect(lines[1]).toMatch(/^[\d-]+T[\d:.]+Z,2\.125,/);
    expect(lines).toHaveLength(3);
  });

  it('names shares of the request as shares, in the file and in its name', async () => {
    const sent = seriesOf('cpu', [1, 3]);
    const series = { ...sent, metrics: sent.metrics.map((metric) => ({ ...metric, requested: [4, 4] })) };
    openUsage({ series }, '/ast/shop/web?view=table&scale=percent');
    const { name, lines } = await download();
    expect(name).toBe('web-cpu-percent.csv');
    expect(lines[0]).toMatch(
      /time,actual_share_of_request,predicted_share_of_request,expected_low_share_of_request,expected_high_share_of_request$/,
    );
    expect(lines[1]).toMatch(/Z,0\.75,/);
  });

  it('has the request and the limit that the chart shows', async () => {
    const sent = seriesOf('cpu', [1, 3]);
    const series = {
      ...sent,
      metrics: sent.metrics.map((metric) => ({ ...metric, requested: [4, 4], pods: [2, 2] })),
    };
    const api = targetApi({ series });
    const limits = [{ at: '2020-01-01T00:00:00Z', resource: 'cpu', perPod: 3 }];
    api.answer(`${base}/reliability`, { body: { ...calmReliability, limits } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web?view=table' });
    const table = await screen.findByRole('table', { name: 'Values of the chart' });
    expect(await within(table).findByRole('columnheader', { name: 'Limit' })).toBeInTheDocument();
    const cells = [...table.querySelectorAll('tbody tr:first-child td')].map(({ textContent }) => textContent);
    expect(cells).toEqual(['3', '—', '—', '4', '6']);
    const { name, lines } = await download();
    expect(name).toBe('web-cpu.csv');
    expect(lines[0]).toMatch(/time,actual,predicted,expected_low,expected_high,requested,limit$/);
    expect(lines[1]).toMatch(/Z,3,,,,4,6$/);
  });

  it('shows all values as cards on a phone, and scrolls to the last one', async () => {
    await page.viewport(390, 844);
    const sent = seriesOf('cpu', counts(30));
    const values = counts(30).map(() => 123.456);
    const own = { values, predicted: values, predictedLow: values, predictedHigh: values, requested: values };
    const metrics = sent.metrics.map((metric) => ({ ...metric, ...own, pods: values.map(() => 1) }));
    const api = targetApi({ series: { ...sent, metrics } });
    const limits = [{ at: '2020-01-01T00:00:00Z', resource: 'cpu', perPod: 123.456 }];
    api.answer(`${base}/reliability`, { body: { ...calmReliability, limits } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web?view=table' });
    const list = await screen.findByRole('list', { name: 'Values of the chart' });
    await expect.poll(() => list.textContent).toContain('Limit');
    const cards = within(list).getAllByRole('listitem');
    for (const each of cards) {
      expect(each.scrollWidth).toBeLessThanOrEqual(each.clientWidth);
      expect(each.scrollHeight).toBeLessThanOrEqual(each.clientHeight);
    }
    const box = list.parentElement?.getBoundingClientRect();
    expect(list.getBoundingClientRect().bottom).toBeLessThanOrEqual(box?.bottom ?? 0);
  });
});
