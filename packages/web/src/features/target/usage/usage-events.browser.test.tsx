import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { Reliability } from '@trimtab/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { calmReliability, observed } from '../testing/reliability.ts';
import { base, metricDescriptor, seriesOf, targetApi } from '../testing/target-api.ts';
import { card, chart, counts, openUsage, overWindow, soon } from '../testing/usage-page.ts';

beforeEach(() => page.viewport(1280, 900));

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
    await waitFor(() => expect(address.current).toBe('/ast/shop/web'));
    expect(api.requests.filter(({ path, query }) => path === `${base}/metrics` && !query.includes('memory'))).toEqual(
      [],
    );
    cleanup();
    openRisky('/ast/shop/web?metric=cpu');
    await chart();
    await waitFor(async () => expect(await selected('Metric')).toHaveValue('cpu'));
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
    openUsage({ series: seriesOf('queue', counts(10)), catalog: [metricDescriptor('queue')] });
    await chart();
    expect(screen.queryByRole('combobox', { name: 'Scale' })).toBeNull();
  });
});
