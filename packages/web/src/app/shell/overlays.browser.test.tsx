import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useOverlays } from '../../lib/overlay.tsx';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { render } from '@testing-library/react';
import { ConfigurationProvider } from '../../lib/configuration.tsx';
import { ClientProvider } from '../../lib/client.tsx';
import { createClient, emptyConfiguration } from '@trimtab/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createQueryClient } from '../query-client.ts';
import { listAnswer, scriptedApi } from '../../testing/scripted-api.ts';
import { Shell } from './Shell.tsx';
import '../app.css';

afterEach(cleanup);

let search = '';
function Opener() {
  const { openModal, openDrawer } = useOverlays();
  search = useLocation().search;
  return (
    <>
      <button type="button" onClick={() => openModal({ title: 'Pod web-1', body: <p>In the modal</p> })}>
        modal
      </button>
      <button type="button" onClick={() => openDrawer({ title: 'Containers', body: <p>In the drawer</p> })}>
        drawer
      </button>
    </>
  );
}

function show() {
  const { fetch } = scriptedApi({ '/v1/ast': listAnswer([{ namespace: 'n', name: 'a' }]) });
  render(
    <ConfigurationProvider configuration={emptyConfiguration}>
      <ClientProvider client={createClient({ baseUrl: '', fetch })}>
        <QueryClientProvider client={createQueryClient()}>
          <MemoryRouter initialEntries={['/?pod=web-1&metric=cpu']}>
            <Routes>
              <Route element={<Shell />}>
                <Route index element={<Opener />} />
              </Route>
            </Routes>
          </MemoryRouter>
        </QueryClientProvider>
      </ClientProvider>
    </ConfigurationProvider>,
  );
}

describe.each([
  ['modal', 'Pod web-1'],
  ['drawer', 'Containers'],
])('%s', (kind, name) => {
  const open = async () => {
    show();
    expect(search).toBe('?pod=web-1&metric=cpu');
    await userEvent.click(screen.getByRole('button', { name: kind }));
    return screen.findByRole('dialog', { name });
  };
  const isClosed = async () => {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(search).toBe('');
  };

  it('closes with Escape and clears the search parameters', async () => {
    await open();
    await userEvent.keyboard('{Escape}');
    await isClosed();
  });

  it('closes with a click outside and clears the search parameters', async () => {
    await open();
    await page.elementLocator(document.body).click({ position: { x: 20, y: 780 }, force: true });
    await isClosed();
  });

  it('closes with its mark and gives the focus back', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await isClosed();
    await waitFor(() => expect(document.activeElement?.textContent).toBe(kind));
  });

  it('stays within its width and its window', async () => {
    const { width, height } = (await open()).getBoundingClientRect();
    expect(width).toBeLessThanOrEqual(672);
    expect(height).toBeLessThanOrEqual(innerHeight);
  });
});
