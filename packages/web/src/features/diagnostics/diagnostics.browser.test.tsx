import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { UserContext } from '../../context/user.tsx';
import { renderApp } from '../../testing/render-app.tsx';
import {
  emptyHome,
  listAnswer,
  noSuchCall,
  type ScriptedAnswer,
  scriptedApi,
  unknownTarget,
} from '../../testing/scripted-api.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const week = 'start=2026-03-03T12%3A00%3A00.000Z&end=2026-03-10T12%3A00%3A00.000Z';

/** The properties of an opened window that the test reads. */
function aWindow() {
  const replaced: string[] = [];
  const shown = document.implementation.createHTMLDocument();
  return { replaced, shown, opener: {}, document: shown, location: { replace: (url: string) => replaced.push(url) } };
}

async function openDialog(path: string, options: { user?: boolean; ticket?: () => ScriptedAnswer } = {}) {
  vi.spyOn(Date, 'now').mockReturnValue(now);
  const api = scriptedApi({
    '/v1/ast': listAnswer([{ namespace: 'shop', name: 'cart' }]),
    ...emptyHome,
    ...unknownTarget('shop', 'cart'),
    '/v1/export/tickets': options.ticket ?? noSuchCall,
  });
  const Wrapper = ({ children }: { children: ReactNode }) => (
    <UserContext value={options.user ? { name: 'Olga', badge: null, signOut: () => {} } : null}>{children}</UserContext>
  );
  const { address } = renderApp({ fetch: api.fetch, path, Wrapper });
  const opened = aWindow();
  const open = vi.spyOn(globalThis, 'open');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of a window that is touched
  open.mockReturnValue(opened as unknown as Window);
  (await screen.findByRole('button', { name: 'Diagnostics' })).click();
  await screen.findByRole('dialog', { name: 'Diagnostics' });
  return { api, address, opened, open };
}

const box = (label: string) => screen.queryByRole<HTMLInputElement>('checkbox', { name: label });
const issueTicket = () => ({ body: { ticket: 'abc', expires: '2026-03-10T12:01:00Z' } });
const text = () => screen.getByText(/^Exporting diagnostics for/).textContent;
const press = (name: string) => screen.getByRole('button', { name }).click();
const dialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the diagnostics dialog', () => {
  it('exports all targets from the home page, with metrics and without logs', async () => {
    const { open, opened, address } = await openDialog('/?shop.sort=-cost');
    expect(text()).toBe('Exporting diagnostics for all AI Scale Targets');
    expect(box('Include pod logs')?.checked).toBe(false);
    expect(box('Include metrics')?.checked).toBe(true);
    expect(box('Include all targets')).toBeNull();
    press('Export');
    expect(open).toHaveBeenCalledWith(
      `${location.origin}/v1/export?include-pod-logs=false&include-metrics=true&${week}`,
    );
    expect(opened.opener).toBeNull();
    await dialogClosed();
    await waitFor(() => expect(address.current).toBe('/?shop.sort=-cost'));
  });

  it('exports one target from its page, or all targets if selected', async () => {
    const { open } = await openDialog('/ast/shop/cart');
    expect(text()).toBe('Exporting diagnostics for cart');
    expect(box('Include all targets')?.checked).toBe(false);
    box('Include pod logs')?.click();
    box('Include all targets')?.click();
    await waitFor(() => expect(text()).toBe('Exporting diagnostics for all AI Scale Targets'));
    box('Include all targets')?.click();
    await waitFor(() => expect(text()).toBe('Exporting diagnostics for cart'));
    press('Export');
    const url = new URL(String(open.mock.calls[0]?.[0]));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      'include-pod-logs': 'true',
      'include-metrics': 'true',
      namespace: 'shop',
      targetName: 'cart',
    });
  });

  it.each(['Cancel', 'Close'])('opens nothing on %s, and resets the selection', async (name) => {
    const { open } = await openDialog('/');
    box('Include pod logs')?.click();
    press(name);
    await dialogClosed();
    expect(open).not.toHaveBeenCalled();
    press('Diagnostics');
    await screen.findByRole('dialog');
    expect(box('Include pod logs')?.checked).toBe(false);
  });

  it('shows a link to the export if the window was blocked', async () => {
    const { open } = await openDialog('/');
    open.mockReturnValue(null);
    press('Export');
    expect(await screen.findByText('The export window was blocked')).toBeTruthy();
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Open the export' });
    expect(link.href).toContain('/v1/export?include-pod-logs=false');
    expect(link.rel).toBe('noopener');
    await dialogClosed();
  });

  it('sends a ticket instead of a token if the user is signed in', async () => {
    const { open, opened, api } = await openDialog('/', { user: true, ticket: issueTicket });
    press('Export');
    expect(open).toHaveBeenCalledWith('');
    expect(opened.opener).toBeNull();
    await waitFor(() => expect(opened.replaced).toHaveLength(1));
    expect(opened.replaced[0]).toContain('ticket=abc');
    expect(api.requests.find(({ path }) => path === '/v1/export/tickets')).toMatchObject({
      method: 'POST',
      query: `?include-pod-logs=false&include-metrics=true&${week}`,
    });
  });

  it('opens the export without a ticket if the server issues none', async () => {
    const { opened } = await openDialog('/', { user: true });
    press('Export');
    await waitFor(() => expect(opened.replaced).toHaveLength(1));
    expect(opened.replaced[0]).not.toContain('ticket');
    expect(screen.queryByText(/^API Error: 404.*tickets/)).toBeNull();
  });
});
