import { screen, waitFor, within } from '@testing-library/react';
import type { Reliability } from '@trimtab/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { calmReliability, observed, unknownFigure } from '../testing/reliability.ts';
import { base, targetApi } from '../testing/target-api.ts';

beforeEach(() => page.viewport(1280, 900));

const path = `${base}/reliability`;
function open(reliability: Partial<Reliability> = {}) {
  const api = targetApi();
  api.answer(path, { body: { ...calmReliability, ...reliability } });
  renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
  return api;
}
const card = () => screen.findByRole('region', { name: 'Reliability' });
/** The texts of a figure: its value, its window, and a note. */
async function figure(label: string): Promise<string[]> {
  const term = await within(await card()).findByText(label, { selector: 'dt' });
  return [...(term.parentElement?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent);
}

describe('the reliability of a target', () => {
  it('shows zeros, and that no leak was seen, each with its window', async () => {
    open();
    expect(await figure('OOM kills')).toEqual(['0', '7 days']);
    expect(await figure('CPU above request')).toEqual(['0 min a day', '7 days', 'All pods together.']);
    expect(await figure('Memory leak')).toEqual(['No leak seen', '7 days']);
    expect(within(await card()).queryByRole('img')).toBeNull();
  });

  it('shows what happened with the last occurrence, and marks what is at risk not only by color', async () => {
    open({
      oomKills: observed(3, 30),
      leak: { isSeen: true, container: 'app', bytesPerDay: 2 ** 20 * 40, hoursToLimit: 100, unknown: null },
    });
    expect(await figure('OOM kills')).toEqual(['3', expect.stringMatching(/^7 days · last \w{3} \d+, \d\d:\d\d$/)]);
    expect(await figure('Memory leak')).toEqual(['Limit in about 4 days', '7 days', 'app grows by 40Mi a day.']);
    expect(within(await card()).getAllByLabelText('At risk')).toHaveLength(2);
  });

  it('says why a figure is unknown, and from when on one was observed', async () => {
    open({
      throttling: unknownFigure('cAdvisor reports no throttling.'),
      restarts: { ...observed(0), since: new Date(Date.now() - 2 * 86_400_000).toISOString() },
    });
    expect(await figure('CPU throttling')).toEqual(['Unknown', '7 days', 'cAdvisor reports no throttling.']);
    expect(await figure('Restarts')).toEqual(['0', expect.stringMatching(/^since \w{3} \d+, \d\d:\d\d$/)]);
  });

  it('is absent, without a message, if the server does not have the call', async () => {
    const api = targetApi();
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    await screen.findByRole('region', { name: 'Pods' });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Reliability' })).toBeNull());
    expect(screen.queryByText(/no such call/)).toBeNull();
  });

  it('offers another attempt after a failure, which it reports in one place', async () => {
    const api = targetApi();
    api.answer(path, { status: 422, body: { errors: ['the source of figures failed'] } });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    const alert = await within(await card()).findByRole('alert');
    expect(alert.textContent).toMatch(/The reliability could not be loaded. .*the source of figures failed/);
    expect(screen.getAllByText(/the source of figures failed/)).toHaveLength(1);
    api.answer(path, { body: calmReliability });
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await figure('OOM kills')).toEqual(['0', '7 days']);
  });
});
