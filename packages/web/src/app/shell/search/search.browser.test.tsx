import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { listAnswer, noNamespaces, scriptedApi, unknownTarget } from '../../../testing/scripted-api.ts';

const usual = { width: innerWidth, height: innerHeight };
afterEach(async () => {
  await page.viewport(usual.width, usual.height);
  vi.useRealTimers();
  cleanup();
});

const targets = [
  { namespace: 'shop', name: 'cart-api', mode: 'auto' },
  { namespace: 'shop', name: 'Cart-worker' },
  { namespace: 'web', name: 'gateway' },
];

async function openSearch(found = targets, extra = {}) {
  const api = scriptedApi({
    '/v1/ast': listAnswer(found),
    ...noNamespaces,
    ...unknownTarget('shop', 'Cart-worker'),
    ...unknownTarget('web', 'gateway'),
    ...unknownTarget('web', 'web'),
  });
  const app = renderApp({ fetch: api.fetch, configuration: { extra } });
  await screen.findAllByRole('button', { name: /shop/ });
  await userEvent.keyboard('{Control>}k{/Control}');
  const box = screen.getByRole('combobox', { name: 'Search ASTs' });
  expect(document.activeElement).toBe(box);
  // The code of the results is loaded when the box is used for the first time.
  await screen.findByRole('listbox');
  return { ...app, box };
}

const options = () => within(screen.getByRole('listbox')).getAllByRole('option');
const highlighted = () => options().find((option) => option.ariaSelected === 'true')?.textContent;

describe('search', () => {
  it('finds a cluster, and the targets of one', async () => {
    const both = ['eu', 'us'].map((cluster) => ({ namespace: `${cluster}.shop`, name: 'cart' }));
    await openSearch(both, { clusters: ['eu', 'us'], extensions: ['views.targets'] });
    await userEvent.keyboard('cart');
    await waitFor(() => expect(options()).toHaveLength(2));
    await userEvent.keyboard('{Home}us ');
    await waitFor(() =>
      expect(options().map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/us.shop/)]),
    );
    await userEvent.keyboard('{Control>}a{/Control}us');
    await waitFor(() => expect(options().map(({ textContent }) => textContent)).toContain('usCluster'));
  });

  it('has results as wide on a tablet as on a larger screen, so that their details are not cut', async () => {
    await openSearch();
    await page.viewport(768, 900);
    await userEvent.keyboard('cart');
    const results = (await screen.findByRole('listbox')).parentElement?.getBoundingClientRect();
    expect(results?.width).toBe(544);
    expect(results?.right).toBeLessThan(768);
  });

  it('is focused with Ctrl+K and finds substrings, ignoring case', async () => {
    await openSearch();
    await userEvent.keyboard('CART');
    await waitFor(() =>
      expect(options().map((option) => option.textContent)).toEqual([
        expect.stringContaining('cart-api'),
        expect.stringContaining('Cart-worker'),
      ]),
    );
  });

  it('moves with the arrow keys, wraps around, and opens with Enter', async () => {
    const { address, box } = await openSearch();
    await userEvent.keyboard('cart');
    await waitFor(() => expect(highlighted()).toContain('cart-api'));
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(highlighted()).toContain('Cart-worker'));
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(highlighted()).toContain('cart-api'));
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await waitFor(() => expect(address.current).toBe('/ast/shop/Cart-worker'));
    await waitFor(() => expect(box).toHaveProperty('value', ''));
    // The focus moves to the opened page.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  it('clears with Escape', async () => {
    const { box } = await openSearch();
    await userEvent.keyboard('cart{Escape}');
    await waitFor(() => expect(box).toHaveProperty('value', ''));
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  });

  it('opens what is clicked', async () => {
    const { address } = await openSearch();
    await userEvent.keyboard('gate');
    await waitFor(() => expect(options()).toHaveLength(1));
    await userEvent.click(within(screen.getByRole('listbox')).getByRole('option'));
    await waitFor(() => expect(address.current).toBe('/ast/web/gateway'));
  });

  it('shows a message if nothing matches, and does not interpret pattern characters', async () => {
    await openSearch();
    await userEvent.keyboard('.*');
    expect(await screen.findByText('No matching ASTs')).toBeVisible();
  });

  it('accepts at most as many characters as a name can have', async () => {
    const { box } = await openSearch();
    fireEvent.change(box, { target: { value: '[(\\'.repeat(3_334) } });
    expect(await screen.findByText('No matching ASTs')).toBeVisible();
    expect(box).toHaveAttribute('maxlength', '253');
  });

  it('shows the number of results and that the list is still loading', async () => {
    const secondPage = Promise.withResolvers<void>();
    const many = Array.from({ length: 300 }, (_, index) => ({ namespace: 'shop', name: `cart-${index}` }));
    const list = listAnswer(many);
    renderApp({
      fetch: scriptedApi({
        '/v1/ast': async (request) => {
          if (request.url.searchParams.get('offset') === '250') await secondPage.promise;
          return list(request);
        },
        ...noNamespaces,
      }).fetch,
    });
    const box = screen.getByRole('combobox', { name: 'Search ASTs' });
    await screen.findAllByRole('button', { name: /shop/ });
    await userEvent.fill(box, 'cart');
    expect(await screen.findByText('250 targets. The targets are still being loaded.')).toBeVisible();
    await userEvent.fill(box, 'nothing');
    expect(await screen.findByText('The targets are still being loaded.')).toBeVisible();
    secondPage.resolve();
    await userEvent.fill(box, 'cart');
    expect(await screen.findByText('300 targets')).toBeVisible();
  });

  it('keeps the highlighted target while the list grows', async () => {
    const secondPage = Promise.withResolvers<void>();
    const first = Array.from({ length: 250 }, (_, index) => ({ namespace: 'shop', name: `my-cart-${index}` }));
    const list = listAnswer([...first, { namespace: 'shop', name: 'cart-late' }]);
    const { address } = renderApp({
      fetch: scriptedApi({
        '/v1/ast': async (request) => {
          if (request.url.searchParams.get('offset') === '250') await secondPage.promise;
          return list(request);
        },
        ...noNamespaces,
        ...unknownTarget('shop', 'my-cart-1'),
      }).fetch,
    });
    await screen.findAllByRole('button', { name: /shop/ });
    await userEvent.fill(screen.getByRole('combobox', { name: 'Search ASTs' }), 'cart');
    await waitFor(() => expect(highlighted()).toContain('my-cart-0'));
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(highlighted()).toContain('my-cart-1'));
    secondPage.resolve();
    await waitFor(() => expect(options()[0]?.textContent).toContain('cart-late'));
    expect(highlighted()).toContain('my-cart-1');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address.current).toBe('/ast/shop/my-cart-1'));
  });

  it('keeps the first target highlighted although a better one is loaded later', async () => {
    const secondPage = Promise.withResolvers<void>();
    const first = Array.from({ length: 250 }, (_, index) => ({ namespace: 'shop', name: `my-cart-${index}` }));
    const list = listAnswer([...first, { namespace: 'shop', name: 'cart-late' }]);
    renderApp({
      fetch: scriptedApi({
        '/v1/ast': async (request) => {
          if (request.url.searchParams.get('offset') === '250') await secondPage.promise;
          return list(request);
        },
        ...noNamespaces,
      }).fetch,
    });
    await screen.findAllByRole('button', { name: /shop/ });
    await userEvent.fill(screen.getByRole('combobox', { name: 'Search ASTs' }), 'cart');
    await waitFor(() => expect(highlighted()).toContain('my-cart-0'));
    secondPage.resolve();
    await waitFor(() => expect(options()[0]?.textContent).toContain('cart-late'));
    expect(highlighted()).toContain('my-cart-0');
  });

  it('opens a target with exactly the typed name rather than a namespace or page', async () => {
    const both = ['web', 'onboarding'].map((name) => ({ namespace: 'web', name }));
    const { address } = await openSearch([{ namespace: 'shop', name: 'my-web' }, ...both], {
      extensions: ['views.targets'],
    });
    await userEvent.keyboard('onboarding');
    // The beginning of the text has two results as well.
    await waitFor(() => expect(highlighted()).toMatch(/^onboardingweb/));
    expect(options()).toHaveLength(2);
    await userEvent.keyboard('{Control>}a{/Control}web');
    await waitFor(() => expect(options()[0]?.textContent).toMatch(/^webweb/));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address.current).toBe('/ast/web/web'));
  });

  it.each([
    ['л', 'KeyK', true],
    ['k', 'KeyV', true],
    ['t', 'KeyK', false],
    ['м', 'KeyV', false],
  ])('the keys Ctrl+%s at the place of %s focus it: %s', async (key, code, isFocused) => {
    renderApp({ fetch: scriptedApi({ '/v1/ast': listAnswer(targets), ...noNamespaces }).fetch });
    const box = await screen.findByRole('combobox', { name: 'Search ASTs' });
    act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key, code, ctrlKey: true })));
    expect(document.activeElement === box).toBe(isFocused);
  });

  it('shows that results may be missing if the list failed', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    renderApp({ fetch: scriptedApi({ '/v1/ast': () => ({ status: 500, body: {} }), ...noNamespaces }).fetch });
    await screen.findByText('The targets could not be loaded.', { exact: false });
    await userEvent.fill(screen.getByRole('combobox', { name: 'Search ASTs' }), 'cart');
    expect(await screen.findByText('Not all targets could be loaded.')).toBeVisible();
    logged.mockRestore();
  });

  it('isolates names of any length and direction, and keeps its width', async () => {
    const names = ['n'.repeat(253), '\u202eevil-nn', 'zalgo\u0301\u0301nn'];
    const named = names.map((name) => ({ namespace: 'x'.repeat(253), name }));
    renderApp({ fetch: scriptedApi({ '/v1/ast': listAnswer(named), ...noNamespaces }).fetch });
    await screen.findByRole('button', { name: /xxx/ });
    await userEvent.fill(screen.getByRole('combobox', { name: 'Search ASTs' }), 'nn');
    await waitFor(() => expect(options()).toHaveLength(3));
    for (const option of options()) {
      expect(option.querySelector('bdi')).not.toBeNull();
      expect(option.scrollWidth).toBeLessThanOrEqual(option.clientWidth);
      expect(option.title).toContain(option.querySelector('bdi')?.textContent);
    }
  });

  it('clears 200 ms after it loses the focus', async () => {
    const { box } = await openSearch();
    await userEvent.keyboard('cart');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    act(() => box.blur());
    act(() => void vi.advanceTimersByTime(199));
    expect(box).toHaveProperty('value', 'cart');
    act(() => void vi.advanceTimersByTime(1));
    expect(box).toHaveProperty('value', '');
  });

  it('renders the rows in view after a search without results', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ namespace: 'n', name: `target-${1_000 + index}` }));
    renderApp({ fetch: scriptedApi({ '/v1/ast': listAnswer(many), ...noNamespaces }).fetch });
    await waitFor(() => expect(screen.getByRole('button', { name: /^n/ }).textContent).toBe('n200'));
    await userEvent.click(screen.getByRole('combobox', { name: 'Search ASTs' }));
    await userEvent.keyboard('targetx');
    expect(await screen.findByText('No matching ASTs')).toBeVisible();
    await userEvent.keyboard('{Backspace}{ArrowUp}');
    await waitFor(() => expect(highlighted()).toContain('target-1199'));
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(highlighted()).toContain('target-1000'));
  });

  it('limits the height of the results', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({ namespace: 'n', name: `target-${index}` }));
    const api = scriptedApi({ '/v1/ast': listAnswer(many), ...noNamespaces });
    renderApp({ fetch: api.fetch });
    await waitFor(() => expect(screen.getByRole('button', { name: /^n/ }).textContent).toBe('n5000'));
    await userEvent.click(screen.getByRole('combobox', { name: 'Search ASTs' }));
    await userEvent.keyboard('target');
    const list = await screen.findByRole('listbox');
    await waitFor(() => expect(options().length).toBeGreaterThan(5));
    expect(list.clientHeight).toBeLessThanOrEqual(360);
    expect(options().length).toBeLessThan(20);
  });
});
