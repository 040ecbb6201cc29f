import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { createClient } from '@trimtab/core';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ClientProvider } from '../../../api/client.tsx';
import { createQueryClient } from '../../../app/query-client.ts';
import { scriptedApi } from '../../../testing/scripted-api.ts';
import { reloadDelayMs, useEnrollment } from './use-enrollment.ts';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

async function enrolled() {
  const { fetch, requests } = scriptedApi({ '/v1/ast/candidates/shop': () => ({ body: { name: 'shop', items: [] } }) });
  const reload = vi.fn<() => void>();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ClientProvider client={createClient({ baseUrl: '', fetch })}>
      <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
    </ClientProvider>
  );
  const hook = renderHook(() => useEnrollment(reload), { wrapper });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => {
    hook.result.current.enroll('shop');
    hook.result.current.enroll('shop');
  });
  await expect.poll(() => hook.result.current.enrolled).not.toBeNull();
  expect(requests).toHaveLength(1);
  return { ...hook, reload };
}

describe('useEnrollment', () => {
  it('reloads the page ten seconds after a successful enrollment', async () => {
    const { reload } = await enrolled();
    vi.advanceTimersByTime(reloadDelayMs - 1_000);
    expect(reload).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does not reload after the user has left the page', async () => {
    const { reload, unmount } = await enrolled();
    unmount();
    vi.advanceTimersByTime(reloadDelayMs);
    expect(reload).not.toHaveBeenCalled();
  });
});
