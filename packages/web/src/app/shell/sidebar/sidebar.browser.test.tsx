import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { listAnswer, noNamespaces, scriptedApi } from '../../../testing/scripted-api.ts';

afterEach(cleanup);

function show(
  targets: Parameters<typeof listAnswer>[0],
  configuration: Parameters<typeof renderApp>[0]['configuration'] = {},
) {
  const api = scriptedApi({ '/v1/ast': listAnswer(targets), ...noNamespaces });
  return renderApp({ fetch: api.fetch, configuration });
}
const list = () => within(screen.getByRole('list', { name: 'Namespaces' }));
const links = () =>
  list()
    .queryAllByRole('link')
    .map((link) => link.textContent);

describe('sidebar', () => {
  const targets = [
    { namespace: 'web', name: 'b' },
    { namespace: 'web', name: 'a', mode: 'Autonomous' },
    { namespace: 'api', name: 'constructor' },
  ];

  it('sorts namespaces and targets, and opens the first namespace', async () => {
    show(targets);
    await waitFor(() =>
      expect(
        list()
          .getAllByRole('button')
          .map((button) => button.textContent),
      ).toEqual(['api1', 'web2']),
    );
    expect(links()).toEqual(['constructor']);
  });

  it('links home from its logo, and lists the pages in order', async () => {
    show(targets);
    expect(await screen.findByRole('link', { name: 'Trimtab, home' })).toHaveAttribute('href', '/');
    const pages = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link');
    expect(pages.map((link) => link.textContent)).toEqual(['Home', 'Onboarding']);
  });

  it('has one namespace open at a time', async () => {
    show(targets);
    const web = await screen.findByRole('button', { name: /^web/ });
    await userEvent.click(web);
    expect(links()).toEqual(['a', 'b']);
    expect(screen.getByRole('button', { name: /^api/ }).ariaExpanded).toBe('false');
    await userEvent.click(web);
    expect(links()).toEqual([]);
  });

  it('marks autonomous targets', async () => {
    show(targets);
    await userEvent.click(await screen.findByRole('button', { name: /^web/ }));
    const marked = list()
      .getAllByRole('link')
      .filter((link) => within(link).queryByRole('img', { name: 'Autonomous' }));
    expect(marked.map((link) => link.textContent)).toEqual(['a']);
  });

  it('renders only the visible rows of 10,000 targets', async () => {
    show(Array.from({ length: 10_000 }, (_, index) => ({ namespace: `ns-${index % 4}`, name: `target-${index}` })));
    await waitFor(() => expect(screen.getByRole('button', { name: /^ns-0/ }).textContent).toBe('ns-02500'), {
      timeout: 5_000,
    });
    const items = screen.getByRole('list', { name: 'Namespaces' });
    expect(items.childElementCount).toBeLessThan(80);
    const scroller = items.parentElement;
    if (scroller === null) throw new Error('The list has no scroller.');
    scroller.scrollTop = scroller.scrollHeight;
    await screen.findByRole('button', { name: /^ns-3/ });
  });

  it('counts the namespaces, and isolates names of any length and direction', async () => {
    show([
      { namespace: 'n'.repeat(253), name: '\u202eevil' },
      { namespace: 'shop', name: 'x'.repeat(253) },
    ]);
    expect(await screen.findByRole('heading', { name: 'Namespaces 2' })).toBeVisible();
    const place = screen.getByRole('list', { name: 'Namespaces' });
    expect(place.scrollWidth).toBeLessThanOrEqual(place.clientWidth);
    for (const row of within(place).getAllByRole('listitem')) expect(row.querySelector('bdi')).not.toBeNull();
  });

  it('shows that the list failed beside the loaded part, and loads the rest on Retry', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const many = Array.from({ length: 300 }, (_, index) => ({ namespace: `ns-${index}`, name: 'app' }));
    let isDown = true;
    const answer = listAnswer(many);
    const api = scriptedApi({
      '/v1/ast': (request) =>
        isDown && request.url.searchParams.get('offset') === '250' ? { status: 500, body: {} } : answer(request),
      ...noNamespaces,
    });
    renderApp({ fetch: api.fetch });
    await screen.findByText('Not all targets could be loaded.', { exact: false });
    expect(screen.getByRole('heading', { name: 'Namespaces 250' })).toBeVisible();
    isDown = false;
    // The home page has its own Retry once its code is loaded.
    const sidebar = within(screen.getByRole('complementary', { name: 'Sidebar' }));
    await userEvent.click(sidebar.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Namespaces 300' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
    logged.mockRestore();
  });

  it('shows the cost analysis only when it is switched on', async () => {
    show(targets);
    expect(screen.queryByRole('link', { name: 'Cost Analysis' })).toBeNull();
    cleanup();
    show(targets, { extra: { cost_analysis: 'true' } });
    expect(screen.queryByRole('link', { name: 'Cost Analysis' })).toBeNull();
    cleanup();
    show(targets, { extra: { cost_analysis: true } });
    await screen.findByRole('link', { name: 'Cost Analysis' });
  });

  it('shows the chart version if it is known', async () => {
    show(targets, { version: '1.2.3' });
    await screen.findByText('Chart v1.2.3');
    cleanup();
    show(targets);
    expect(screen.queryByText(/Chart v/)).toBeNull();
  });
});
