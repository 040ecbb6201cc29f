import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CardBoundary } from './CardBoundary.tsx';

function Broken(): never {
  throw new Error('broken');
}

it('shows an error in place of a card that fails, and keeps the other cards', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  render(
    <>
      <CardBoundary name="A card">
        <Broken />
      </CardBoundary>
      <p>another card</p>
    </>,
  );
  expect(screen.getByText('This part could not be drawn.')).toBeVisible();
  expect(screen.getByText('another card')).toBeVisible();
  expect(errors).toHaveBeenCalled();
});
