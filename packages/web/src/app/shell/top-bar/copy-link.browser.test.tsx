import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { listAnswer, noNamespaces, scriptedApi } from '../../../testing/scripted-api.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function copyLink() {
  const api = scriptedApi({ '/v1/ast': listAnswer([{ namespace: 'shop', name: 'cart' }]), ...noNamespaces });
  renderApp({ fetch: api.fetch });
  await userEvent.click(await screen.findByRole('button', { name: 'Copy the link to this view' }));
}

it('copies the address of the view and confirms it', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await copyLink();
  expect(await screen.findByText('The link was copied.')).toBeVisible();
  expect(copied).toHaveBeenCalledWith(location.href);
});

it('shows the selected address if the clipboard is denied', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  await copyLink();
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Link' });
  expect(text.value).toBe(location.href);
  await waitFor(() => expect(text.selectionEnd - text.selectionStart).toBe(text.value.length));
  // The dialog may not listen to the keyboard yet.
  await waitFor(async () => {
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Link' })).toBeNull();
  });
});
