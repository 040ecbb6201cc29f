import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { homeApi } from './testing/home-api.ts';
import { names, rows, section } from './testing/home-page.ts';
import { renderHome } from './testing/render-home.tsx';

const broken = vi.hoisted(() => ({ namespace: '' }));
vi.mock(import('./targets/TargetsPanel.tsx'), async (original) => {
  const { TargetsPanel } = await original();
  return {
    TargetsPanel: (props) => {
      if (props.namespace === broken.namespace) throw new Error('broken');
      return TargetsPanel(props);
    },
  };
});

beforeEach(async () => {
  broken.namespace = '';
  await page.viewport(1280, 900);
});

function Broken(): never {
  throw new Error('broken');
}

describe('a card of the home page that fails to render', () => {
  it('affects its section only; Retry renders it again', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    broken.namespace = 'bad';
    renderHome(homeApi({ bad: { autonomous: rows(1) }, good: { autonomous: rows(1) } }));
    const bad = await section('bad');
    expect(await within(bad).findByText('This part could not be drawn.')).toBeVisible();
    await waitFor(async () => expect(names(await section('good'))).toEqual(['app-00']));
    expect(screen.getByRole('heading', { name: '2 targets across 2 namespaces' })).toBeVisible();
    broken.namespace = '';
    await userEvent.click(within(bad).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(names(bad)).toEqual(['app-00']));
    logged.mockRestore();
  });

  it('affects the chat helper only', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    renderHome(homeApi({ shop: { autonomous: rows(1) } }), { renderChatPanel: () => <Broken /> });
    const shop = await section('shop');
    expect(await within(shop).findByText('This part could not be drawn.')).toBeVisible();
    await waitFor(() => expect(names(shop)).toEqual(['app-00']));
    logged.mockRestore();
  });
});

it('shows that the list is incomplete if the server ends it before its total', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const api = homeApi({ web: { recommendation: rows(3) } });
  renderHome({
    fetch: async (address, init) => {
      const answer = await api.fetch(address, init);
      if (new URL(address).pathname !== '/v1/ast') return answer;
      return Response.json({ ...(await answer.json()), total: 500 });
    },
  });
  expect(await screen.findByText(/Only 3 targets could be listed; there are more/)).toBeVisible();
  expect(await section('web')).toBeVisible();
  expect(logged.mock.calls.flat().some((one) => String(one).includes('incomplete'))).toBe(false);
  logged.mockRestore();
});
