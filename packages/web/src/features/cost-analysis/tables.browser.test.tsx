import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { costApi, cpuComparison, recommended, withFlags } from './testing/cost-api.ts';
import { scene } from './testing/cost-scene.ts';

const path = '/cost-analysis';
const card = (name: string) => screen.findByRole('region', { name });

const links = async () =>
  within(await screen.findByRole('table', { name: 'Recommendation Mode' }))
    .getAllByRole('rowheader')
    .map((cell) => cell.querySelector('a')?.getAttribute('href'));

const usual = { width: innerWidth, height: innerHeight };
afterEach(() => page.viewport(usual.width, usual.height));

describe('the cost tables', () => {
  it('sort by their own search parameters, with missing values last', async () => {
    const targets = [...scene.targets, recommended('web'), recommended('unknown')];
    const more = cpuComparison('web', { usage: 1, request: 8 }, { usage: 1, request: 2 });
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
    await waitFor(() => expect(address.current).toBe(`${path}?rec=waste`));
    await userEvent.click(screen.getByRole('button', { name: 'Total savings' }));
    await waitFor(() => expect(address.current).toBe(`${path}?rec=waste&auto=-savings`));
  });

  it('show only the targets of the chosen cluster', async () => {
    const targets = ['eu.shop', 'us.shop'].map((namespace) => recommended('cart', namespace));
    const api = costApi({ ...scene, targets, comparisons: [], waste: [] });
    const configuration = { ...withFlags(), extra: { ...withFlags().extra, clusters: ['eu', 'us'] } };
    const { address } = renderApp({ ...api, path, configuration });
    await waitFor(async () => expect(await links()).toEqual(['/ast/eu.shop/cart', '/ast/us.shop/cart']));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Cluster' }), 'us');
    await waitFor(async () => expect(await links()).toEqual(['/ast/us.shop/cart']));
    await waitFor(() => expect(address.current).toBe(`${path}?cluster=us`));
  });

  it('have the download beside their title on a phone', async () => {
    await page.viewport(390, 844);
    renderApp({ ...costApi(scene), path, configuration: withFlags() });
    const table = within(await card('Recommendation Mode'));
    const download = (await table.findByRole('button', { name: /CSV/ })).getBoundingClientRect();
    const title = table.getByRole('heading').getBoundingClientRect();
    expect(download.left).toBeGreaterThanOrEqual(title.right);
    expect(download.top).toBeLessThan(title.bottom);
  });

  it('have the figures of a row on one line', async () => {
    renderApp({ ...costApi(scene), path, configuration: withFlags() });
    const row = await within(await card('Recommendation Mode')).findByRole('row', { name: /cart/ });
    await waitFor(() => expect(row.lastElementChild?.textContent).toBe('$69.12'));
    const figures = [...row.querySelectorAll('td [data-tooltip]')];
    expect(figures).toHaveLength(7);
    expect(new Set(figures.map((figure) => Math.round(figure.getBoundingClientRect().top))).size).toBe(1);
  });

  it('are available for the opportunities too', async () => {
    const { address } = renderApp({ ...costApi(scene), path, configuration: withFlags() });
    const opportunities = await card('Top Saving Opportunities');
    const bar = await within(opportunities).findByText('$840.96');
    expect(bar.getAttribute('data-tooltip')).toContain(
      'costs $0.096 an hour more than what is suggested, × 8,760 hours.',
    );
    await userEvent.click(within(opportunities).getByRole('button', { name: 'View as table' }));
    expect(await within(opportunities).findByRole('row', { name: 'cart $840.96' })).toBeVisible();
    await waitFor(() => expect(address.current).toBe(`${path}?top=table`));
  });

  it('are not shown if the list of targets cannot be loaded', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failing = { status: 400, body: { errors: ['no list'] } };
    renderApp({ ...costApi({ ...scene, instead: { '/v1/ast': () => failing } }), path, configuration: withFlags() });
    expect(await screen.findByText('The costs could not be loaded.')).toBeVisible();
    await waitFor(() => expect(logged).toHaveBeenCalledWith('[trimtab] targets.pages failed.', expect.anything()));
    await waitFor(() => expect(document.querySelector('[data-skeleton]')).toBeNull());
  });
});
