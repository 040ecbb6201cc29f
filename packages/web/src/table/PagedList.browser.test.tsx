import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Card } from '../ui/Card.tsx';
import { PagedList } from './PagedList.tsx';

it('shows in the viewport that a page of a long list could not be loaded', async () => {
  const retryPages = vi.fn<() => void>();
  const first = { data: {}, error: null, fetchStatus: 'idle', refetch: () => {} } as const;
  render(
    <Card className="overflow-hidden">
      <PagedList list={{ first, rows: [0], hasFailedPages: true, retryPages }} failure="" empty={null}>
        <div style={{ height: 10_000 }} />
      </PagedList>
    </Card>,
  );
  const retry = screen.getByRole('button', { name: 'Retry' });
  const { top, bottom, left } = retry.getBoundingClientRect();
  expect(top).toBeGreaterThan(0);
  expect(bottom).toBeLessThanOrEqual(innerHeight);
  expect(document.elementFromPoint(left + 5, top + 5)).toBe(retry);
  await userEvent.click(retry);
  expect(retryPages).toHaveBeenCalledOnce();
});
