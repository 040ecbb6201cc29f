import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { targetApi } from '../testing/target-api.ts';

vi.mock('../advice/WhyCard.tsx', () => ({
  WhyCard: () => {
    throw new Error('a broken card');
  },
}));

it('shows an error in a card that fails to render, and keeps the others working', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  renderApp({ fetch: targetApi().fetch, path: '/ast/shop/web' });
  const broken = await screen.findByRole('region', { name: 'Why' });
  expect(await within(broken).findByText('This part could not be drawn.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'web' })).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  for (const name of ['Pod Resource Allocation', 'Resource Utilization', 'Actual vs predicted usage', 'Pods'])
    expect(await within(await screen.findByRole('region', { name })).findByRole('heading', { level: 2 })).toBeVisible();
  expect(screen.getAllByText('This part could not be drawn.')).toHaveLength(1);
});
