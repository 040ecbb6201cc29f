import { render, screen, waitFor, within } from '@testing-library/react';
import { type Kpi, kpiIds } from '@trimtab/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { homeApi } from '../testing/home-api.ts';
import { names, rows, section } from '../testing/home-page.ts';
import { renderHome } from '../testing/render-home.tsx';
import { KpiStrip } from './KpiStrip.tsx';

beforeEach(() => page.viewport(1280, 900));

/** Waits for two frames, after which resize observers have run. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
const kpi = (id: string, value: number | null, rest: object = {}) => ({ id, label: id, value, ...rest });

const drawn = (kpis: Kpi[] | null) => <KpiStrip label="Figures" kpis={kpis} size="section" />;

describe('KPIs', () => {
  it('shows each known KPI once, in the fixed order, with one column for each', async () => {
    const kpis = [
      kpi('yearly_savings', 1_234_567, { unit: 'currency' }),
      kpi('constructor', 1),
      kpi('targets', 999_950, { tooltip: 'Every enrolled workload.' }),
      kpi('targets', 7),
      kpi('warnings', 0),
      kpi('yearly_waste', null, { unit: 'currency' }),
    ];
    renderHome(homeApi({ web: { autonomous: rows(1) } }, kpis));
    const strip = await screen.findByLabelText('Key figures of all targets');
    await waitFor(() => expect(strip).toHaveAttribute('aria-busy', 'false'));
    expect([...strip.querySelectorAll('dt')].map((term) => term.textContent)).toEqual([
      'Targets',
      'Warnings',
      'Yearly Waste',
      'Yearly Savings',
    ]);
    expect([...strip.querySelectorAll('dd')].map((value) => value.textContent)).toEqual(['1M', '0', '—', '$1.2M']);
    expect(getComputedStyle(strip).gridTemplateColumns.split(' ')).toHaveLength(4);
    await userEvent.hover(within(strip).getByText('Targets'));
    expect(await screen.findByText('Every enrolled workload.')).toBeVisible();
  });

  it('are links to the targets that they count, if the server has the list of all targets', async () => {
    const all = kpiIds.map((id) => kpi(id, 1, { tooltip: 'Incomplete.' }));
    const extra = { extensions: ['views.targets'] };
    const { path, search } = renderHome(homeApi({ web: { autonomous: rows(1), kpis: all } }, all), { extra });
    const strip = await screen.findByLabelText('Key figures of all targets');
    const links = await within(strip).findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/targets?view=all',
      '/targets?view=all&risk=overprovisioned',
      '/targets?view=all&risk=underprovisioned',
      '/targets?view=all&risk=warnings',
      '/targets?view=all&managed=false',
      '/targets?view=all&managed=false&sort=-net',
      '/targets?view=all&managed=true',
      '/targets?view=all&managed=true',
    ]);
    const ofNamespace = within(await screen.findByLabelText('Key figures of web'));
    await userEvent.tab();
    expect(links[0]).toHaveFocus();
    await waitFor(() => expect(screen.getByRole('tooltip')).toBeVisible());
    (await ofNamespace.findByRole('link', { name: /Warnings/ })).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(path() + search()).toBe('/targets?view=all&namespaces=web&risk=warnings'));
  });

  it('are no links if the server does not have the list of all targets', async () => {
    renderHome(homeApi({ web: { autonomous: rows(1) } }, [kpi('targets', 1)]));
    const strip = await screen.findByLabelText('Key figures of all targets');
    await waitFor(() => expect(strip).toHaveAttribute('aria-busy', 'false'));
    expect(within(strip).queryByRole('link')).toBeNull();
  });

  it('are focusable only if they scroll sideways', async () => {
    const all = kpiIds.map((id) => kpi(id, 1));
    renderHome(homeApi({ web: { autonomous: rows(1) } }, all));
    const strip = await screen.findByLabelText('Key figures of all targets');
    expect(strip.parentElement?.tabIndex).toBe(-1);
    await page.viewport(390, 900);
    await waitFor(() => expect(strip.parentElement?.tabIndex).toBe(0));
  });

  it('are focusable if only their values make them scroll', async () => {
    const { container, rerender } = render(drawn(null));
    const box = container.querySelector('dl')?.parentElement;
    // The narrowest width for the labels.
    container.style.width = '1px';
    container.style.width = `${box?.scrollWidth}px`;
    await painted();
    expect(box?.tabIndex).toBe(-1);
    rerender(drawn(kpiIds.map((id) => ({ id, value: -999_900_000, unit: 'currency' }))));
    await waitFor(() => expect(box?.tabIndex).toBe(0));
  });

  it('shows a failure in place of the KPIs only', async () => {
    const api = homeApi({ web: { autonomous: rows(1) } });
    api.fail('/v1/views/kpis');
    renderHome(api);
    expect(await screen.findByText('The key figures could not be loaded.')).toBeVisible();
    const web = await section('web');
    await waitFor(() => expect(names(web)).toEqual(['app-00']));
  });
});
