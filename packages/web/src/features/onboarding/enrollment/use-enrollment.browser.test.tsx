import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { createClient } from '@trimtab/core';
import { type ReactNode, StrictMode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ClientProvider } from '../../../api/client.tsx';
import { createQueryClient } from '../../../app/query-client.ts';
import { useToasts } from '../../../context/toasts.ts';
import { type ScriptedAnswer, scriptedApi } from '../../../testing/scripted-api.ts';
import { reloadDelayMs, useEnrollment } from './use-enrollment.ts';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const shop = { body: { name: 'shop', items: [] } };

/** Enrolls the namespace, with two presses of the button. */
function enrolling(answer: () => ScriptedAnswer | Promise<ScriptedAnswer>) {
  const { fetch, requests } = scriptedApi({ '/v1/ast/candidates/shop': answer });
  const reload = vi.fn<() => void>();
  const queryClient = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <ClientProvider client={createClient({ baseUrl: '', fetch })}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </ClientProvider>
    </StrictMode>
  );
  const hook = renderHook(() => useEnrollment(reload), { wrapper });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => {
    hook.result.current.enroll('shop');
    hook.result.current.enroll('shop');
  });
  return { ...hook, reload, requests, queryClient };
}

async function enrolled() {
  const enrollment = enrolling(() => shop);
  await expect.poll(() => enrollment.result.current.enrolled).not.toBeNull();
  expect(enrollment.requests).toHaveLength(1);
  return enrollment;
}

/** Leaves the page before the answer arrives. */
async function leftBefore(answer: ScriptedAnswer) {
  const toasts = renderHook(() => useToasts().map(({ text }) => text));
  const held = Promise.withResolvers<ScriptedAnswer>();
  const { unmount, reload, requests, queryClient } = enrolling(() => held.promise);
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  await expect.poll(() => requests.length).toBe(1);
  unmount();
  await act(async () => held.resolve(answer));
  await expect.poll(() => invalidate.mock.calls.length).toBe(1);
  const shown = toasts.result.current;
  act(() => void vi.advanceTimersByTime(reloadDelayMs));
  return { shown, reload };
}

const item = (name: string, result: string) => ({ target_ref: { name, kind: 'Deployment' }, json: {}, result });

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

  it('neither reloads nor reports anything if the user leaves before a complete enrollment', async () => {
    const { shown, reload } = await leftBefore({ body: { name: 'shop', items: [item('cart', 'created')] } });
    expect(shown).toEqual([]);
    expect(reload).not.toHaveBeenCalled();
  });

  it('reports how many workloads were not enrolled if the user leaves before the answer', async () => {
    const items = [item('cart', 'created'), item('db', 'failed'), item('web', 'exists'), item('mail', 'failed')];
    const { shown, reload } = await leftBefore({ body: { name: 'shop', items } });
    expect(shown).toEqual(['2 of 4 workloads of shop were not enrolled.']);
    expect(reload).not.toHaveBeenCalled();
  });
});
