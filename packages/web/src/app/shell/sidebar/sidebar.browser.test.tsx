import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Link } from '../../../browser/router.tsx';
import { renderApp } from '../../../testing/render-app.tsx';
import { emptyHome, listAnswer, noNamespaces, scriptedApi, unknownTarget } from '../../../testing/scripted-api.ts';

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
const listed = (name: string, status: object) => ({ namespace: 'web', name, mode: 'Recommendation', status });
const marks = (name: string) =>
  within(list().getByRole('link', { name: new RegExp(`^${name}`) }))
    .queryAllByRole('img')
    .map((mark) => mark.ariaLabel);

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
    await waitFor(() => expect(links()).toEqual(['constructor']));
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
    await waitFor(() => expect(links()).toEqual(['a', 'b']));
    expect(screen.getByRole('button', { name: /^api/ }).ariaExpanded).toBe('false');
    await userEvent.click(web);
    await waitFor(() => expect(links()).toEqual([]));
  });

  it('marks autonomous targets', async () => {
    show(targets);
    await userEvent.click(await screen.findByRole('button', { name: /^web/ }));
    await waitFor(() => expect(links()).toEqual(['a', 'b']));
    const marked = list()
      .getAllByRole('link')
      .filter((link) => within(link).queryByRole('img', { name: 'Autonomous' }));
    expect(marked.map((link) => link.textContent)).toEqual(['a']);
  });

  it('renders only the visible rows of 10,000 targets', async () => {
    show(Array.from({ length: 10_000 }, (_, index) => ({ namespace: `ns-${index % 4}`, name: `target-${index}` })));
    await waitFor(() => expect(screen.getByRole('button', { name: /^ns-0/ }).textContent).toBe('ns-02500'));
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
    expect(await screen.findByRole('heading', { name: 'Namespaces 250' })).toBeVisible();
    isDown = false;
    // The home page has its own Retry once its code is loaded.
    const sidebar = within(screen.getByRole('complementary', { name: 'Sidebar' }));
    await userEvent.click(sidebar.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Namespaces 300' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
    logged.mockRestore();
  });

  it('says that a complete list is old, not that a part is missing, if a refresh fails', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    let isDown = false;
    const answer = listAnswer(targets);
    const api = scriptedApi({
      '/v1/ast': (request) => (isDown ? { status: 500, body: {} } : answer(request)),
      ...noNamespaces,
    });
    const { queryClient } = renderApp({ fetch: api.fetch });
    const sidebar = within(await screen.findByRole('complementary', { name: 'Sidebar' }));
    await sidebar.findByRole('heading', { name: /^Namespaces \d/ });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    isDown = true;
    void queryClient.invalidateQueries({ queryKey: ['targets.pages'] });
    expect(await sidebar.findByText('The list may be out of date.')).toBeVisible();
    await userEvent.fill(screen.getByRole('combobox', { name: 'Search ASTs' }), 'nothing');
    // The sidebar has the text already. The search shows it too, once its list of results is open.
    await waitFor(() => expect(screen.getAllByText('The list may be out of date.')).toHaveLength(2));
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

  it('opens and marks the target whose page is shown, also far down the list', async () => {
    const many = Array.from({ length: 900 }, (_, index) => ({
      namespace: `ns-${index % 3}`,
      name: `app-${1_000 + index}`,
    }));
    const api = scriptedApi({ '/v1/ast': listAnswer(many), ...noNamespaces, ...unknownTarget('ns-2', 'app-1899') });
    renderApp({ fetch: api.fetch, path: '/ast/ns-2/app-1899' });
    const link = await screen.findByRole('link', { name: 'app-1899' });
    expect(link).toHaveAttribute('aria-current', 'page');
    const box = list().getByRole('link', { name: 'app-1899' }).closest('ul')?.parentElement;
    await waitFor(() => {
      const [row, frame] = [link.getBoundingClientRect(), box?.getBoundingClientRect()];
      expect(row.top).toBeGreaterThanOrEqual(frame?.top ?? Infinity);
      expect(row.bottom).toBeLessThanOrEqual(frame?.bottom ?? 0);
    });
  });

  it('follows the pages from target to target, and lets the user open another namespace meanwhile', async () => {
    const api = scriptedApi({
      '/v1/ast': listAnswer(targets),
      ...noNamespaces,
      ...unknownTarget('web', 'a'),
      ...unknownTarget('api', 'constructor'),
    });
    renderApp({ fetch: api.fetch, path: '/ast/web/a', beside: <Link to="/ast/api/constructor">Another</Link> });
    await waitFor(() => expect(links()).toEqual(['a', 'b']));
    await userEvent.click(screen.getByRole('button', { name: /^web/ }));
    await waitFor(() => expect(links()).toEqual([]));
    await userEvent.click(screen.getByRole('link', { name: 'Another' }));
    await waitFor(() => expect(links()).toEqual(['constructor']));
  });

  it('shows the severity of targets whose list is loaded, and asks for no other', async () => {
    const api = scriptedApi({
      '/v1/ast': listAnswer([...targets, { namespace: 'web', name: 'c' }, { namespace: 'web', name: 'd' }]),
      ...emptyHome,
      '/v1/views/namespaces/web/asts': ({ url }) => ({
        body: {
          data: {
            items:
              url.searchParams.get('managed') === 'true'
                ? []
                : [
                    listed('b', { severity: 'high', label: 'Underprovisioned' }),
                    listed('c', { severity: 'low', label: 'Healthy' }),
                    listed('d', { severity: 'low', label: '' }),
                  ],
          },
        },
      }),
    });
    renderApp({ fetch: api.fetch, path: '/' });
    const sidebar = within(await screen.findByRole('list', { name: 'Namespaces' }));
    await userEvent.click(await sidebar.findByRole('button', { name: /^web/ }));
    await waitFor(() => expect(marks('b')).toEqual(['High severity: Underprovisioned']));
    expect(marks('c')).toEqual(['Low severity: Healthy']);
    expect(marks('d')).toEqual([]);
    // Its list was not loaded.
    expect(marks('a')).toEqual(['Autonomous']);
  });

  it('shows the chart version if it is known', async () => {
    show(targets, { version: '1.2.3' });
    await screen.findByText('Chart v1.2.3');
    cleanup();
    show(targets);
    expect(screen.queryByText(/Chart v/)).toBeNull();
  });
});
