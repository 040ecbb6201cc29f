import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { listAnswer, scriptedApi } from '../../testing/scripted-api.ts';

vi.mock(import('./candidates/CandidateTable.tsx'), () => ({
  CandidateTable: () => {
    throw new Error('broken');
  },
}));

it('limits a render failure to the list of candidates', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { fetch } = scriptedApi({
    '/v1/ast': listAnswer([{ namespace: 'shop', name: 'cart' }]),
    '/v1/system/namespaces': () => ({ body: { items: ['shop'] } }),
    '/v1/ast/candidates/shop': () => ({
      body: { name: 'shop', items: [{ target_ref: { name: 'db', kind: 'Deployment' }, json: {} }] },
    }),
  });
  renderApp({ fetch, path: '/onboarding?namespace=shop' });
  expect(await screen.findByText('This part could not be drawn.')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Namespace' })).toHaveProperty('value', 'shop');
  expect(screen.getByRole('link', { name: 'Home' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'cart' })).toBeVisible();
  logged.mockRestore();
});
