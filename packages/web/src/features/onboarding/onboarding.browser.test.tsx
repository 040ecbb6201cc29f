import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { parse } from 'yaml';
import { renderApp } from '../../testing/render-app.tsx';
import { listAnswer, type ScriptedAnswer, scriptedApi } from '../../testing/scripted-api.ts';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  vi.restoreAllMocks();
});

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a page over plain http has no clipboard
const unset = undefined as unknown as Clipboard;

const candidate = (name: string, kind = 'Deployment') => ({ target_ref: { name, kind }, json: { kind, on: 'on' } });
type Post = (request: { url: URL; body: unknown }) => ScriptedAnswer | Promise<ScriptedAnswer>;

async function show(candidates: Post, targets: Parameters<typeof listAnswer>[0] = [], path = '/onboarding') {
  const api = scriptedApi({
    '/v1/ast': listAnswer(targets),
    '/v1/system/namespaces': () => ({ body: { items: ['web', { name: 'shop' }] } }),
    '/v1/ast/candidates/shop': candidates,
  });
  const { address } = renderApp({ fetch: api.fetch, path });
  await screen.findByRole('option', { name: 'shop' });
  if (path === '/onboarding')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Namespace' }), 'shop');
  const posts = (dryrun: boolean) =>
    api.requests.filter(({ method, query }) => method === 'POST' && query.includes(`dryrun=${dryrun}`));
  return { posts, address };
}

const offer: Post = ({ url }) => ({
  body: {
    name: 'shop',
    items:
      url.searchParams.get('dryrun') === 'true'
        ? [candidate('cart'), candidate('db', 'StatefulSet')]
        : [
            { ...candidate('cart'), result: 'created' },
            { ...candidate('db', 'StatefulSet'), result: 'failed', error: 'It is gone.' },
          ],
  },
});

describe('onboarding', () => {
  it('offers the namespaces of the chosen cluster', async () => {
    const items = ['us.web', 'eu.shop', 'eu.kube-system'].map((name) => ({ name }));
    const api = scriptedApi({
      '/v1/ast': listAnswer([]),
      '/v1/system/namespaces': () => ({ body: { items } }),
      '/v1/ast/candidates/us.web': offer,
    });
    const configuration = { extra: { clusters: ['eu', 'us'] } };
    const { address } = renderApp({ fetch: api.fetch, path: '/onboarding?namespace=us.web', configuration });
    await screen.findByRole('option', { name: 'us.web' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Cluster' }), 'eu');
    await waitFor(() => expect(address.current).toBe('/onboarding?cluster=eu'));
    const select = screen.getByRole('combobox', { name: 'Namespace' });
    const shown = () =>
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    await waitFor(() => expect(shown()).toEqual(['Select a namespace...', 'eu.shop', 'eu.kube-system']));
    expect(screen.getByRole('group', { name: 'System namespaces' })).toHaveTextContent('eu.kube-system');
  });

  it('previews by a dry run and lists the candidates', async () => {
    const { posts } = await show(offer);
    const table = within(await screen.findByRole('table'));
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['cartDeployment', 'dbStatefulSet']);
    expect(posts(true).map(({ query }) => query)).toEqual(['?dryrun=true&limit=-1&offset=0']);
    expect(posts(false)).toEqual([]);
  });

  it.each([
    ['Enroll Namespace', 'Enroll all eligible workloads in this namespace.'],
    ['Enroll Selected', 'Enroll only the workloads you have selected in the table below.'],
  ])('explains in a tooltip what %s does', async (button, text) => {
    await show(offer);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select cart' }));
    await userEvent.hover(screen.getByRole('button', { name: button }));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('shows that there is nothing to enroll', async () => {
    await show(() => ({ body: { name: 'shop', items: [] } }));
    await screen.findByText('No potential candidates found for this namespace');
    expect(screen.queryByRole('button', { name: 'Enroll Namespace' })).toBeNull();
  });

  it('enrolls the selected workloads once, and shows the result of each until the reload', async () => {
    const enrollment = Promise.withResolvers<void>();
    const { posts } = await show(async (request) => {
      if (request.url.searchParams.get('dryrun') === 'false') await enrollment.promise;
      return offer(request);
    });
    const selected = await screen.findByRole('button', { name: 'Enroll Selected' });
    expect(getComputedStyle(selected).pointerEvents).toBe('none');
    selected.click();
    expect(posts(false)).toEqual([]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select cart' }));
    selected.click();
    selected.click();
    const busy = await screen.findByRole('button', { name: 'Enrolling...' });
    expect(busy).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByRole('button', { name: 'Enroll Namespace' })).toBeNull();
    enrollment.resolve();
    const results = within(await screen.findByRole('region', { name: 'Result of the enrollment' }));
    expect(results.getByText('It is gone.')).toBeTruthy();
    expect(posts(false).map(({ body }) => body)).toEqual([{ workloads: ['cart'] }]);
  });

  it('shows the new targets in the sidebar without waiting for the reload', async () => {
    const targets: { namespace: string; name: string }[] = [];
    await show((request) => {
      if (request.url.searchParams.get('dryrun') === 'false') targets.push({ namespace: 'shop', name: 'cart' });
      return offer(request);
    }, targets);
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll Namespace' }));
    const sidebar = within(screen.getByRole('navigation', { name: 'Targets' }));
    expect((await sidebar.findByRole('link', { name: 'cart' })).getAttribute('href')).toBe('/ast/shop/cart');
  });

  it('links the result to the new targets, and not to workloads that were not enrolled', async () => {
    await show(offer);
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll Namespace' }));
    const results = within(await screen.findByRole('region', { name: 'Result of the enrollment' }));
    expect(results.getByRole('link', { name: 'cart' })).toHaveAttribute('href', '/ast/shop/cart');
    expect(results.queryByRole('link', { name: 'db' })).toBeNull();
    expect(results.getByRole('link', { name: 'Show the targets' })).toHaveAttribute('href', '/');
  });

  it('enrolls the whole namespace without naming workloads', async () => {
    const { posts } = await show(offer);
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll Namespace' }));
    await screen.findByRole('region', { name: 'Result of the enrollment' });
    expect(posts(false)).toHaveLength(1);
    expect(posts(false)[0]?.body ?? {}).not.toHaveProperty('workloads');
  });

  it('shows a failure, enables the button again, refetches the candidates and does not reload', async () => {
    const { posts } = await show((request) =>
      request.url.searchParams.get('dryrun') === 'true' ? offer(request) : { status: 503, body: { errors: ['busy'] } },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll Namespace' }));
    await screen.findByText('API Error: 503 - busy');
    await screen.findByRole('button', { name: 'Enroll Namespace' });
    await waitFor(() => expect(posts(true)).toHaveLength(2));
    expect(posts(false)).toHaveLength(1);
    // It is unknown whether the request was executed, so the next press repeats it with the same key.
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll Namespace' }));
    await waitFor(() => expect(posts(false)).toHaveLength(2));
    const [first, second] = posts(false);
    expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(second?.key).toBe(first?.key);
  });

  it('keeps the selection if an enrollment is rejected, and sends it again on the next press', async () => {
    let isBusy = true;
    const { posts } = await show((request) =>
      request.url.searchParams.get('dryrun') === 'false' && isBusy
        ? { status: 409, body: { errors: ['another enrollment is running'] } }
        : offer(request),
    );
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select db' }));
    await userEvent.click(screen.getByRole('button', { name: 'Enroll Selected' }));
    await screen.findByText('API Error: 409 - another enrollment is running');
    await waitFor(() => expect(posts(true)).toHaveLength(2));
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Select db' })).toBeChecked());
    expect(screen.getByRole('checkbox', { name: 'Select cart' })).not.toBeChecked();
    isBusy = false;
    await userEvent.click(screen.getByRole('button', { name: 'Enroll Selected' }));
    await screen.findByRole('region', { name: 'Result of the enrollment' });
    expect(posts(false).map(({ body }) => body)).toEqual([{ workloads: ['db'] }, { workloads: ['db'] }]);
  });

  it('times out an enrollment without an answer: shows a toast, enables the button and refetches the candidates', async () => {
    const { posts } = await show((request) =>
      request.url.searchParams.get('dryrun') === 'true' ? offer(request) : new Promise(() => {}),
    );
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select cart' }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    screen.getByRole('button', { name: 'Enroll Selected' }).click();
    await expect.poll(() => posts(false)).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(29_000));
    expect(screen.getByRole('button', { name: 'Enrolling...' })).toHaveAttribute('aria-disabled', 'true');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    await expect.poll(() => screen.queryByText('API Error: No response from server.')).not.toBeNull();
    await expect.poll(() => screen.queryByRole('button', { name: 'Enroll Selected' })).not.toBeNull();
    expect(screen.getByRole('checkbox', { name: 'Select cart' })).toBeChecked();
    expect(screen.queryByRole('region', { name: 'Result of the enrollment' })).toBeNull();
    // The result is unknown, so the candidates are refetched. Nothing is sent twice, and the page does not reload.
    await expect.poll(() => posts(true)).toHaveLength(2);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(posts(false)).toHaveLength(1);
    expect(screen.getByRole('table', { name: 'Candidates' })).toBeVisible();
  });

  it('shows the manifest as selected text if the clipboard is denied', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
    const { address } = await show(offer);
    await userEvent.click(await screen.findByRole('button', { name: 'Copy the manifest of cart as YAML' }));
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'YAML' });
    expect(text).toHaveProperty('value', 'kind: Deployment\n"on": "on"\n');
    expect(screen.queryByText(/was copied/)).toBeNull();
    await waitFor(() => expect(text.selectionEnd - text.selectionStart).toBe(text.value.length));
    // The dialog may not listen to the keyboard yet.
    await waitFor(async () => {
      await userEvent.keyboard('{Escape}');
      expect(screen.queryByRole('textbox', { name: 'YAML' })).toBeNull();
    });
    await waitFor(() => expect(address.current).toBe('/onboarding?namespace=shop'));
  });

  it('shows the manifest as selected text if there is no clipboard', async () => {
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(unset);
    await show(offer);
    await userEvent.click(await screen.findByRole('button', { name: 'Copy the manifest of cart as YAML' }));
    expect(await screen.findByRole('textbox', { name: 'YAML' })).toBeVisible();
    expect(screen.queryByText(/was copied/)).toBeNull();
  });

  it('copies a manifest that parses to the same data, and renders none of it', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const text = '{"a":"on","b":"1e3","c":"~","__proto__":{"d":"\\u001b[31m\\r\\n<img src=x onerror=alert(1)>"}}';
    await show(() => ({
      body: { items: [{ target_ref: { name: 'cart', kind: 'Deployment' }, json: JSON.parse(text) }] },
    }));
    await userEvent.click(await screen.findByRole('button', { name: 'Copy the manifest of cart as YAML' }));
    await screen.findByText('The manifest of cart was copied.');
    expect(JSON.stringify(parse(String(copied.mock.calls[0]?.[0])))).toBe(JSON.stringify(JSON.parse(text)));
    expect(document.querySelector('main img')).toBeNull();
  });

  it('shows an unknown result for a workload that the answer does not contain', async () => {
    await show(({ url }) =>
      url.searchParams.get('dryrun') === 'true'
        ? { body: { name: 'shop', items: [candidate('cart'), candidate('gone')] } }
        : { body: { name: 'shop', items: [candidate('cart')] } },
    );
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all workloads' }));
    await userEvent.click(screen.getByRole('button', { name: 'Enroll Selected' }));
    const results = within(await screen.findByRole('region', { name: 'Result of the enrollment' }));
    expect(results.getByRole('heading', { name: '1 of 2 workloads not enrolled' })).toBeTruthy();
    expect(
      results
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['gone—UnknownThe API returned no result for it.', 'cartDeploymentEnrolled']);
  });

  it('opens the namespace in the URL, and goes back to none', async () => {
    await show(offer, [], '/onboarding?namespace=shop');
    expect(await screen.findByRole('table', { name: 'Candidates' })).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Namespace' })).toHaveProperty('value', 'shop');
  });

  it('fetches no candidates if the URL names a namespace that does not exist', async () => {
    const { posts } = await show(offer, [], '/onboarding?namespace=gone');
    expect(screen.getByRole('combobox', { name: 'Namespace' })).toHaveProperty('value', '');
    expect(posts(true)).toEqual([]);
  });

  it('counts the candidates and the selected ones, and renders only visible rows', async () => {
    const items = Array.from({ length: 5_000 }, (_, index) => candidate(`app-${1_000 + index}`));
    await show(() => ({ body: { name: 'shop', items } }));
    expect(await screen.findByText('5,000 workloads')).toBeVisible();
    expect(screen.getAllByRole('checkbox').length).toBeLessThan(150);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select app-1001' }));
    expect(await screen.findByText('1 of 5,000 workloads selected')).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all workloads' }));
    expect(await screen.findByText('5,000 of 5,000 workloads selected')).toBeVisible();
  });

  it('shows that the candidates could not be loaded, and loads them on Retry', async () => {
    let isDown = true;
    await show((request) => (isDown ? { status: 500, body: { errors: ['down'] } } : offer(request)));
    await screen.findByText('The candidates could not be loaded.');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('checkbox', { name: 'Select cart' })).toBeVisible();
  });
});
