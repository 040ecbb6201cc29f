import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { themeKey } from '../../../browser/theme.ts';
import { UserContext } from '../../../context/user.tsx';
import { useBack } from '../../../testing/memory-router.tsx';
import { renderApp } from '../../../testing/render-app.tsx';
import { emptyHome, listAnswer, noNamespaces, scriptedApi, unknownTarget } from '../../../testing/scripted-api.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.removeItem(themeKey);
  delete document.documentElement.dataset.theme;
});

const targets = [
  { namespace: 'costs', name: 'my-cost', mode: 'auto' },
  { namespace: 'costs', name: 'cost-api' },
  { namespace: 'web', name: 'gateway' },
];
const ours = { cost_analysis: true, cost_simulator: true, extensions: ['views.targets'] };
const row = (name: string, status: object) => ({ namespace: 'costs', name, mode: 'Recommendation', status });

async function openPalette(extra: Record<string, unknown> = ours, more: Partial<Parameters<typeof renderApp>[0]> = {}) {
  const api = scriptedApi({
    '/v1/ast': listAnswer(targets),
    ...noNamespaces,
    ...emptyHome,
    ...unknownTarget('web', 'gateway'),
    '/v1/views/namespaces/costs/asts': () => ({
      body: { data: { items: [row('cost-api', { severity: 'high', label: 'Underprovisioned' })] } },
    }),
  });
  const app = renderApp({ fetch: api.fetch, configuration: { extra }, ...more });
  await screen.findByRole('button', { name: /^web/ });
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.findByRole('listbox', { name: 'Results' });
  return app;
}
const options = () => within(screen.getByRole('listbox')).getAllByRole('option');
const titles = () => options().map((option) => option.title);
const highlighted = () => options().find((option) => option.ariaSelected === 'true')?.title;
const box = () => screen.getByRole('combobox', { name: 'Search ASTs' });

const pressEnter = ({ isComposing }: { isComposing: boolean }) =>
  act(() => {
    box().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing, bubbles: true, cancelable: true }));
  });

describe('the search box as a command palette', () => {
  it('leads to the targets with a label that is typed', async () => {
    await openPalette();
    await userEvent.type(box(), 'team=pay');
    await waitFor(() => expect(titles()).toEqual(['Targets with team=pay']));
  });

  it('knows no labels without the list of all targets', async () => {
    await openPalette({});
    await userEvent.type(box(), 'team=pay');
    expect(await screen.findByText('No matching ASTs')).toBeVisible();
    expect(screen.queryByText('Targets with team=pay')).toBeNull();
  });

  it('offers pages and actions on Ctrl+K before anything is typed, and closes with Escape', async () => {
    await openPalette();
    expect(titles()).toEqual([
      'Home',
      'Targets',
      'Onboarding',
      'Cost Analysis',
      'Cost simulator',
      'Copy the link to this view',
      'Export diagnostics',
      'Use the light theme',
      'Use the dark theme',
    ]);
    expect(box()).toHaveAttribute('aria-activedescendant', options()[0]?.id);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(box().ariaExpanded).toBe('false');
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(highlighted()).toBe('Home'));
  });

  it('offers only pages and namespaces that the deployment has', async () => {
    await openPalette({});
    expect(titles().slice(0, 3)).toEqual(['Home', 'Onboarding', 'Copy the link to this view']);
    await userEvent.keyboard('costs');
    expect(await screen.findByText('No matching ASTs')).toBeVisible();
  });

  it('finds pages, namespaces and actions too, what begins with the text first', async () => {
    const { address } = await openPalette();
    await userEvent.keyboard('cost');
    await waitFor(() =>
      expect(titles()).toEqual(['costs/cost-api', 'Cost Analysis', 'Cost simulator', 'costs', 'costs/my-cost']),
    );
    expect(screen.getByText('2 targets')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(address.current).toBe('/cost-analysis'));
  });

  it('opens the list of a namespace', async () => {
    const { address } = await openPalette();
    await userEvent.keyboard('costs');
    await waitFor(() => expect(titles()).toEqual(['costs']));
    // No target has this name, but a namespace does.
    expect(screen.getByText('No matching ASTs')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address.current).toBe('/targets?view=all&namespaces=costs'));
  });

  it('shows mode and status of targets, the status if a list that is loaded has it', async () => {
    await openPalette(ours, { path: '/' });
    await userEvent.keyboard('cost');
    await waitFor(() => expect(options()[0]?.textContent).toBe('cost-apicostsUnderprovisionedRecommendation'));
    expect(within(options()[0] ?? document.body).getByRole('img').ariaLabel).toBe('High severity: Underprovisioned');
    expect(within(options().at(-1) ?? document.body).getByRole('img').ariaLabel).toBe('Autonomous');
  });

  it('offers the targets that were opened last first', async () => {
    const { address } = await openPalette();
    await userEvent.keyboard('gateway{Enter}');
    await waitFor(() => expect(address.current).toBe('/ast/web/gateway'));
    await userEvent.keyboard('{Control>}k{/Control}');
    // The target whose page is shown is not offered.
    await waitFor(() => expect(highlighted()).toBe('Home'));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address.current).toBe('/'));
    await userEvent.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(highlighted()).toBe('web/gateway'));
  });

  it('switches the theme and keeps the focus', async () => {
    await openPalette();
    await userEvent.keyboard('dark{Enter}');
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
    expect(document.activeElement).toBe(box());
    await waitFor(() => expect(box()).toHaveValue(''));
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  });

  it('copies the link, and exports diagnostics of the target whose page is shown', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openPalette(ours, { path: '/ast/web/gateway' });
    await userEvent.keyboard('link{Enter}');
    await waitFor(() => expect(copied).toHaveBeenCalledWith(location.href));
    await userEvent.keyboard('diag{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Diagnostics' });
    expect(dialog.textContent).toContain('Exporting diagnostics for gateway');
  });

  it('exports diagnostics of the target to whose page the user goes back meanwhile', async () => {
    const back = { press: () => {} };
    function Back() {
      back.press = useBack();
      return null;
    }
    const { address } = await openPalette(ours, { path: '/ast/web/gateway', beside: <Back /> });
    await userEvent.keyboard('onboarding{Enter}');
    await waitFor(() => expect(address.current).toBe('/onboarding'));
    await userEvent.keyboard('{Control>}k{/Control}diag{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Diagnostics' }));
    expect(dialog.getByText('Exporting diagnostics for all AI Scale Targets')).toBeVisible();
    act(back.press);
    expect(await dialog.findByText('gateway')).toBeVisible();
    expect(dialog.getByRole('checkbox', { name: 'Include all targets' })).not.toBeChecked();
  });

  it('is not reached with Ctrl+K from a dialog, which is in front of it', async () => {
    await openPalette(ours, { path: '/ast/web/gateway' });
    await userEvent.keyboard('diag{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Diagnostics' });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(dialog.contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(document.activeElement).toBe(box());
  });

  it('leaves the keys of an input method to it', async () => {
    const { address } = await openPalette();
    await userEvent.keyboard('gateway');
    await waitFor(() => expect(highlighted()).toBe('web/gateway'));
    pressEnter({ isComposing: true });
    // A result that is opened clears the box.
    expect(box()).toHaveValue('gateway');
    pressEnter({ isComposing: false });
    await waitFor(() => expect(address.current).toBe('/ast/web/gateway'));
  });

  it('downloads the lists of the page', async () => {
    await openPalette(ours, { path: '/' });
    await screen.findByRole('button', { name: 'Download the targets of costs as CSV' });
    await userEvent.keyboard('csv');
    await waitFor(() => expect(titles()).toEqual(['Download costs-autonomous.csv']));
  });

  it('signs out if there is a sign-in', async () => {
    const signOut = vi.fn<() => void>();
    const user = { name: 'Ada', badge: null, signOut };
    await openPalette(ours, { Wrapper: ({ children }) => <UserContext value={user}>{children}</UserContext> });
    await userEvent.keyboard('sign out{Enter}');
    await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
  });
});
