import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { createClient } from '@trimtab/core';
import { type ReactNode, StrictMode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ClientProvider } from '../../../api/client.tsx';
import { createQueryClient } from '../../../app/query-client.ts';
import { useToasts } from '../../../context/toasts.ts';
import { type ScriptedAnswer, scriptedApi } from '../../../testing/scripted-api.ts';
import { reloadDelayMs } from './enrollment-store.ts';
import { useEnrollment } from './use-enrollment.ts';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const shop = { body: { name: 'shop', items: [] } };

type Answer = () => ScriptedAnswer | Promise<ScriptedAnswer>;

/** Enrolls the namespace shop, with two presses of the button. */
function enrolling(answer: Answer, web: Answer = answer) {
  const { fetch, requests } = scriptedApi({ '/v1/ast/candidates/shop': answer, '/v1/ast/candidates/web': web });
  const reload = vi.fn<() => void>();
  const queryClient = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <ClientProvider client={createClient({ baseUrl: '', fetch })}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </ClientProvider>
    </StrictMode>
  );
  const hook = renderHook((shown: string) => useEnrollment(shown, reload), { wrapper, initialProps: 'shop' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => {
    hook.result.current.enroll({ namespace: 'shop' });
    hook.result.current.enroll({ namespace: 'shop' });
  });
  return { ...hook, reload, requests, queryClient };
}

async function enrolled(web?: Answer) {
  const enrollment = enrolling(() => shop, web);
  await expect.poll(() => enrollment.result.current.results).toHaveLength(1);
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

  it('reloads although another namespace is shown meanwhile', async () => {
    const { reload, rerender, result } = await enrolled();
    rerender('web');
    act(() => void vi.advanceTimersByTime(reloadDelayMs));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(result.current.results.map(({ namespace }) => namespace)).toEqual(['shop']);
  });

  it('reloads after the enrollment of another namespace if one starts before, even if that fails', async () => {
    const held = Promise.withResolvers<ScriptedAnswer>();
    const { reload, result, rerender } = await enrolled(() => held.promise);
    rerender('web');
    act(() => result.current.enroll({ namespace: 'web' }));
    expect(result.current.reloadAt).toBeNull();
    act(() => void vi.advanceTimersByTime(reloadDelayMs));
    expect(reload).not.toHaveBeenCalled();
    await act(async () => held.resolve({ status: 409, body: { errors: ['busy'] } }));
    await expect.poll(() => result.current.running).toBeNull();
    act(() => void vi.advanceTimersByTime(reloadDelayMs));
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
