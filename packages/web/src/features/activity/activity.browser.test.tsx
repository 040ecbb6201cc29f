import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { saveFile } from '../../browser/save-file.ts';
import { aCut, anEnrollment } from '../../testing/changes.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { emptyHome, listAnswer, type ScriptedAnswer, scriptedApi } from '../../testing/scripted-api.ts';

vi.mock(import('../../browser/save-file.ts'), () => ({ saveFile: vi.fn<typeof saveFile>() }));

beforeEach(() => page.viewport(1440, 900));

afterEach(() => {
  cleanup();
  vi.mocked(saveFile).mockReset();
});

const sentence = 'Usage is above the request for 90 minutes a day. It costs $12 less a year.';
const cut = aCut(0.5, 0.25, sentence);
const enrolled = anEnrollment('cart');

function open(
  changes: readonly object[],
  {
    path = '/activity',
    clusters = [],
    answer,
  }: { path?: string; clusters?: readonly string[]; answer?: () => ScriptedAnswer } = {},
) {
  const api = scriptedApi({
    ...emptyHome,
    '/v1/ast': listAnswer(
      (clusters.length === 0 ? [''] : clusters.map((cluster) => `${cluster}.`)).flatMap((prefix) => [
        { namespace: `${prefix}shop`, name: 'web' },
        { namespace: `${prefix}shop`, name: 'cart' },
      ]),
    ),
    '/v1/views/changes': ({ url }) => {
      if (answer !== undefined) return answer();
      const [offset, limit] = [Number(url.searchParams.get('offset')), Number(url.searchParams.get('limit'))];
      return { body: { items: changes.slice(offset, offset + limit), total: changes.length } };
    },
  });
  const app = renderApp({
    fetch: api.fetch,
    path,
    configuration: { extra: { extensions: ['views.changes'], clusters } },
  });
  const queries = () => api.requests.filter(({ path: one }) => one === '/v1/views/changes').map(({ query }) => query);
  return { ...app, queries };
}
const cellsOf = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

describe('the page Activity', () => {
  it('shows all values of a change in a narrow window', async () => {
    await page.viewport(768, 900);
    const container = { name: 'app', cpu_request: 0.5, image: null };
    const values = (size: number) => ({
      containers: [{ ...container, cpu_limit: size, memory_request: size * 2 ** 30, memory_limit: size * 2 ** 30 }],
    });
    open([{ ...cut, before: values(1), after: values(2) }]);
    const text = await screen.findByText(/CPU limit 1 → 2 · Memory request 1Gi → 2Gi · Memory limit 1Gi → 2Gi/);
    expect(text.scrollHeight).toBe(text.clientHeight);
  });

  it('scrolls only the table if the window is too narrow for it', async () => {
    await page.viewport(640, 450);
    open([cut]);
    const table = await screen.findByRole('table');
    await waitFor(() => expect(table.getBoundingClientRect().right).toBeGreaterThan(640));
    expect(document.documentElement.scrollWidth).toBe(640);
  });

  it('shows what happened in one of several clusters', async () => {
    const { queries, address } = open([cut], { path: '/activity?namespace=eu.shop', clusters: ['eu', 'us'] });
    await screen.findByRole('rowheader', { name: /^web/ });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Cluster' }), 'us');
    await waitFor(() => expect(queries().at(-1)).toContain('clusters=us'));
    await waitFor(() => expect(address.current).toBe('/activity?cluster=us'));
    const namespaces = within(screen.getByRole('combobox', { name: 'Namespace' })).getAllByRole('option');
    expect(namespaces.map(({ textContent }) => textContent)).toEqual(['All namespaces', 'us.shop']);
  });

  it.each(['/activity', '/targets'])(
    'says in the filter of %s that the namespaces could not be loaded',
    async (path) => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
      const api = scriptedApi({
        ...emptyHome,
        '/v1/ast': () => ({ status: 500, body: { errors: ['the cache is locked'] } }),
      });
      renderApp({
        fetch: api.fetch,
        path,
        configuration: { extra: { extensions: ['views.changes', 'views.targets'] } },
      });
      const namespaces = within(await screen.findByRole('combobox', { name: 'Namespace' }));
      expect(await namespaces.findByRole('option', { name: 'The namespaces could not be loaded' })).toBeDisabled();
      expect(logged).toHaveBeenCalledWith(expect.stringContaining('targets.pages failed'), expect.anything());
    },
  );

  it('lists what happened, with the verdict, and links to what takes it back', async () => {
    const { queries } = open([cut, enrolled]);
    await screen.findByRole('rowheader', { name: /^web/ });
    expect(cellsOf(/web/)).toEqual([
      expect.stringMatching(/^Resources changed\w+ \d+, \d\d:\d\d$/),
      'CPU request 500m → 250m',
      'Worse',
      'Undo',
    ]);
    expect(cellsOf(/cart/)).toEqual([expect.stringMatching(/^Enrolled.* by olga$/), '', '—', 'Un-enroll']);
    expect(screen.getByRole('link', { name: /^Undo/ })).toHaveAttribute(
      'href',
      '/ast/shop/web?drawer=undo&change=resources.1',
    );
    expect(screen.getByRole('link', { name: /^Un-enroll/ })).toHaveAttribute('href', '/ast/shop/cart?modal=un-enroll');
    expect(screen.getByRole('link', { name: 'Activity' })).toHaveAttribute('aria-current', 'page');
    expect(queries()).toEqual(['?events=resources%2Creplicas%2Cexport%2Cenrolled%2Cunenrolled&limit=100&offset=0']);
    await userEvent.hover(screen.getByText('Worse'));
    expect(await screen.findByRole('tooltip')).toHaveTextContent(sentence);
  });

  it('offers nothing to take back for a target that is not enrolled any more', async () => {
    open([{ ...cut, name: 'gone' }]);
    await screen.findByRole('rowheader', { name: /^gone/ });
    expect(screen.queryByRole('link', { name: /^Undo/ })).toBeNull();
  });

  it('keeps tab and filters in the address, and sends them to the server', async () => {
    const { address, queries } = open([cut]);
    await screen.findByRole('rowheader', { name: /^web/ });
    await userEvent.click(screen.getByRole('tab', { name: 'New images' }));
    await waitFor(() => expect(queries().at(-1)).toBe('?events=image&limit=100&offset=0'));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Namespace' }), 'shop');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Time' }), 'Last 7 days');
    await waitFor(() => expect(address.current).toBe('/activity?view=images&namespace=shop&time=7'));
    await waitFor(() =>
      expect(queries().at(-1)).toMatch(/^\?namespace=shop&events=image&start=[^&]*&limit=100&offset=0$/),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(address.current).toBe('/activity?view=images'));
  });

  it('shows one target, and all of them again', async () => {
    const { address, queries } = open([cut], { path: '/activity?view=all&namespace=shop&name=web' });
    await screen.findByRole('rowheader', { name: /^web/ });
    expect(queries()).toEqual(['?namespace=shop&name=web&limit=100&offset=0']);
    await userEvent.click(screen.getByRole('button', { name: 'Show all targets, not only web' }));
    await waitFor(() => expect(address.current).toBe('/activity?view=all&namespace=shop'));
  });

  it('downloads the whole list', async () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ ...cut, id: `resources.${index}` }));
    open(many);
    await screen.findAllByRole('rowheader', { name: /^web/ });
    await userEvent.click(screen.getByRole('button', { name: /CSV/ }));
    await waitFor(() => expect(saveFile).toHaveBeenCalled());
    const lines = String(vi.mocked(saveFile).mock.calls[0]?.[1]).trim().split('\r\n');
    expect(lines).toHaveLength(301);
    expect(lines[0]).toContain('Time,What happened,By,Namespace,Name,Kind,Before and after,Verdict,Verification');
  });

  it('says what will appear here while nothing has happened', async () => {
    open([]);
    expect(await screen.findByText('No changes yet')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'Suggestions' }));
    expect(await screen.findByText('No suggestions yet')).toBeVisible();
  });

  it('says that nothing matches if a filter is set', async () => {
    open([], { path: '/activity?namespace=shop' });
    expect(await screen.findByText('Nothing matches')).toBeVisible();
  });

  it('loads the list on Retry after a failure', async () => {
    let isDown = true;
    open([], {
      answer: () => (isDown ? { status: 500, body: { errors: ['down'] } } : { body: { items: [cut], total: 1 } }),
    });
    await screen.findByText('The activity could not be loaded.');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('rowheader', { name: /^web/ })).toBeVisible();
  });

  it('names what is missing from the list', async () => {
    const missing = 'The changes of namespace shop are still being read.';
    open([], { answer: () => ({ body: { items: [cut], total: 1, incomplete: [missing] } }) });
    expect(await screen.findByText(missing)).toBeVisible();
  });
});

it('is not there if the server does not record what happened', async () => {
  const api = scriptedApi({ ...emptyHome, '/v1/ast': listAnswer([{ namespace: 'shop', name: 'web' }]) });
  renderApp({ fetch: api.fetch, path: '/activity' });
  await within(screen.getByRole('navigation', { name: 'Pages' })).findByRole('link', { name: 'Home' });
  expect(screen.queryByRole('link', { name: 'Activity' })).toBeNull();
  expect(api.requests.some(({ path }) => path.includes('changes'))).toBe(false);
});
