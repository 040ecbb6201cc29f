import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { createClient, emptyConfiguration } from '@trimtab/core';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ClientProvider } from '../../api/client.tsx';
import { useLocation } from '../../browser/router.tsx';
import { ConfigurationProvider } from '../../context/configuration.tsx';
import { useOverlays } from '../../context/overlay.tsx';
import { MemoryRouter } from '../../testing/memory-router.tsx';
import { listAnswer, scriptedApi } from '../../testing/scripted-api.ts';
import { createQueryClient } from '../query-client.ts';
import { Shell } from './Shell.tsx';

const modal = { title: 'Pod web-1', body: 'In the modal' };
const drawer = { title: 'Containers', body: 'In the drawer' };

function Opener() {
  const { openModal, openDrawer } = useOverlays();
  return (
    <>
      <p data-testid="search">{useLocation().search}</p>
      <button type="button" onClick={() => openModal(modal)}>
        modal
      </button>
      <button type="button" onClick={() => openDrawer(drawer)}>
        drawer
      </button>
    </>
  );
}

async function open(kind: string, name: string) {
  const { fetch } = scriptedApi({ '/v1/ast': listAnswer([{ namespace: 'n', name: 'a' }]) });
  render(
    <ConfigurationProvider configuration={emptyConfiguration}>
      <ClientProvider client={createClient({ baseUrl: '', fetch })}>
        <QueryClientProvider client={createQueryClient()}>
          <MemoryRouter at="/?pod=web-1&metric=cpu">
            <Shell>
              <Opener />
            </Shell>
          </MemoryRouter>
        </QueryClientProvider>
      </ClientProvider>
    </ConfigurationProvider>,
  );
  expect(search()).toBe('?pod=web-1&metric=cpu');
  await userEvent.click(screen.getByRole('button', { name: kind }));
  return screen.findByRole('dialog', { name });
}
const search = () => screen.getByTestId('search').textContent;
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe.each([
  ['modal', modal.title],
  ['drawer', drawer.title],
])('%s', (kind, name) => {
  it('closes with Escape and clears the search parameters', async () => {
    await open(kind, name);
    await userEvent.keyboard('{Escape}');
    await closed();
    await waitFor(() => expect(search()).toBe(''));
  });

  it('closes with a click outside and clears the search parameters', async () => {
    await open(kind, name);
    await page.elementLocator(document.body).click({ position: { x: 20, y: 780 }, force: true });
    await closed();
    await waitFor(() => expect(search()).toBe(''));
  });

  it('closes with its close button and restores the focus', async () => {
    await open(kind, name);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await closed();
    await waitFor(() => expect(document.activeElement?.textContent).toBe(kind));
  });

  it('fits its maximum width and the window', async () => {
    const { width, height } = (await open(kind, name)).getBoundingClientRect();
    expect(width).toBeLessThanOrEqual(672);
    expect(height).toBeLessThanOrEqual(innerHeight);
  });
});
