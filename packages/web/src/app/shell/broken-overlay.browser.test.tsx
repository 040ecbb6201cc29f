import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { thisPage } from '../../browser/chunk-reload.ts';
import { showByHand } from '../../context/copy.ts';
import { targetApi } from '../../features/target/testing/target-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { emptyHome, listAnswer, noNamespaces, scriptedApi } from '../../testing/scripted-api.ts';

const broken = vi.hoisted(() => ({ dialog: false }));

vi.mock('../../ui/Dialog.tsx', async (actual) => {
  const { Dialog } = await actual<typeof import('../../ui/Dialog.tsx')>();
  return {
    Dialog: (props: ComponentProps<typeof Dialog>) => {
      if (broken.dialog) throw new Error('a broken dialog');
      return <Dialog {...props} />;
    },
  };
});

vi.mock('../../features/target/logs/LogsDrawer.tsx', () => ({
  LogsDrawer: () => {
    throw new Error('a broken drawer');
  },
}));

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(thisPage, 'isServed').mockResolvedValue(false);
});
afterEach(() => {
  cleanup();
  restoreLaterCode();
  broken.dialog = false;
});

/** From now on, no code that is loaded with `styled` arrives, because its style sheet does not exist. */
function loseLaterCode() {
  const link = document.createElement('link');
  link.dataset.later = '';
  link.rel = 'alternate';
  link.href = 'http://127.0.0.1:1/no-such-style.css';
  document.head.append(link);
}
const restoreLaterCode = () => document.querySelector('link[data-later]')?.remove();

async function openConsole(path = '/onboarding') {
  const { fetch } = scriptedApi({
    '/v1/ast': listAnswer([{ namespace: 'shop', name: 'cart' }]),
    ...noNamespaces,
    ...emptyHome,
  });
  renderApp({ fetch, path });
  await screen.findByRole('button', { name: /^shop/ });
  await screen.findByRole('heading', { level: 1 });
}

const copyByHand = () => act(() => showByHand({ title: 'Link to this view', label: 'Link', text: 'https://here/' }));

function expectWholeConsole() {
  expect(screen.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).not.toHaveTextContent('Error');
}

// In this order, because code that has been loaded once stays loaded.
describe('the console stays usable', () => {
  it('if the code of all dialogs cannot be loaded', async () => {
    await openConsole();
    loseLaterCode();
    copyByHand();
    expect(await screen.findByText(/^Link to this view could not be drawn\./)).toBeVisible();
    expectWholeConsole();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('if the content of a drawer fails to render', async () => {
    renderApp({ fetch: targetApi().fetch, path: '/ast/shop/web?drawer=logs' });
    const drawer = await screen.findByRole('dialog', { name: 'Logs' });
    expect(await within(drawer).findByRole('alert')).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Pages', hidden: true })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'web', hidden: true })).toBeVisible();
  });

  it('if a text to copy by hand cannot be loaded, and Retry loads it', async () => {
    await openConsole();
    loseLaterCode();
    copyByHand();
    const dialog = await screen.findByRole('dialog', { name: 'Link to this view' });
    await within(dialog).findByRole('alert');
    restoreLaterCode();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Retry' }));
    const text = await within(dialog).findByRole('textbox', { name: 'Link' });
    expect(text).toHaveValue('https://here/');
    await waitFor(() => expect(text).toHaveFocus());
  });

  it.each(['button', 'search box'])('if the diagnostics dialog of the %s cannot be opened', async (place) => {
    const failed = vi.spyOn(console, 'error').mockImplementation(() => {});
    await openConsole(place === 'button' ? '/' : '/onboarding');
    const open = async () => {
      if (place === 'button') return userEvent.click(screen.getByRole('button', { name: 'Diagnostics' }));
      await userEvent.click(screen.getByRole('combobox', { name: 'Search ASTs' }));
      await userEvent.keyboard('diagnostics');
      await screen.findByRole('option', { name: /Export diagnostics/ });
      return userEvent.keyboard('{Enter}');
    };
    broken.dialog = true;
    await open();
    await waitFor(() =>
      expect(failed).toHaveBeenCalledWith('[trimtab] Diagnostics could not be drawn.', expect.any(Error)),
    );
    expect(screen.getByText(/^Diagnostics could not be drawn\./)).toBeVisible();
    expectWholeConsole();
    broken.dialog = false;
    await open();
    expect(await screen.findByRole('dialog', { name: 'Diagnostics' })).toBeVisible();
  });
});
