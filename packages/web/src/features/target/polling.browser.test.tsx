import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useNavigate } from '../../browser/router.tsx';
import { useBack } from '../../testing/memory-router.tsx';
import { renderApp } from '../../testing/render-app.tsx';
import { base, pod, readings, seriesOf, targetApi } from './testing/target-api.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  show('visible');
});

/** Makes the browser tab visible or hidden. */
function show(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  document.dispatchEvent(new Event('visibilitychange'));
}

const polled = [base, `${base}/metrics/current`, `${base}/suggestions`, `${base}/pods`] as const;

describe('polling', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });

  it('polls the target and its metrics every 10 s, suggestions and pods every 30 s, only while visible', async () => {
    const api = targetApi({ pods: [pod('web-1')] });
    let client: QueryClient | null = null;
    function Calls() {
      client = useQueryClient();
      return null;
    }
    renderApp({ fetch: api.fetch, path: '/ast/shop/web?drawer=resources', beside: <Calls /> });
    // A call is not sent if the previous one of its kind still runs.
    const counts = () => ({ asked: polled.map(api.asked), running: client?.isFetching() });
    await expect.poll(counts).toEqual({ asked: [1, 1, 1, 1], running: 0 });
    const after = async (seconds: number, asked: number[]) => {
      await act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
      await expect.poll(counts).toEqual({ asked, running: 0 });
    };
    await after(10, [2, 2, 1, 1]);
    await after(10, [3, 3, 1, 1]);
    await after(10, [4, 4, 2, 2]);
    show('hidden');
    await after(60, [4, 4, 2, 2]);
  });

  it('keeps 30 readings of each resource: the first fills all, each later one replaces the oldest', async () => {
    const api = targetApi({ current: readings(0.1, 1) });
    renderApp({ fetch: api.fetch, path: '/ast/shop/web' });
    const line = await screen.findByRole('img', { name: /^CPU used in the last 30 readings: lowest / });
    const path = () => line.querySelector('path')?.getAttribute('d') ?? '';
    const heights = () => new Set(Array.from(path().matchAll(/[ML][\d.]+ ([\d.]+)/g), (match) => match[1]));
    expect(path().match(/[ML]/g)).toHaveLength(30);
    expect(heights().size).toBe(1);
    api.answer(`${base}/metrics/current`, { body: { data: readings(0.4, 1) } });
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await expect.poll(() => heights().size).toBe(2);
    expect(path().match(/[ML]/g)).toHaveLength(30);
  });
});

describe('another target', () => {
  it('never shows data of the previous target', async () => {
    const api = targetApi({}, ['other']);
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    for (const path of [base, `${base}/metrics`]) {
      api.answer(path, async () => {
        await held;
        return path === base
          ? { status: 500, body: { errors: ['failed to get target scale: Deployment "late" not found'] } }
          : { body: seriesOf('cpu', [1, 2]) };
      });
    }
    let goTo: (path: string) => void = String;
    function Elsewhere() {
      const navigate = useNavigate();
      goTo = (path) => navigate(path);
      return null;
    }
    renderApp({ fetch: api.fetch, path: '/ast/shop/web', beside: <Elsewhere /> });
    await screen.findByRole('heading', { level: 1, name: 'web' });
    act(() => goTo('/ast/shop/other'));
    await screen.findByRole('heading', { level: 1, name: 'other' });
    release?.();
    expect(await screen.findByText('No target of this name is enrolled')).toBeVisible();
    expect(screen.queryByText(/"late" not found/)).toBeNull();
  });
});

describe("the browser's back button", () => {
  it('closes the drawer and keeps the other search parameters', async () => {
    let back: () => void = String;
    function Back() {
      back = useBack();
      return null;
    }
    const { address } = renderApp({
      fetch: targetApi().fetch,
      path: '/ast/shop/web?metric=memory&range=24h',
      beside: <Back />,
    });
    const card = await screen.findByRole('region', { name: 'Resource Utilization' });
    const button = within(card).getByRole('button', { name: 'View all' });
    await waitFor(() => expect(button).toBeEnabled());
    act(() => button.click());
    await screen.findByRole('dialog', { name: 'Resource Utilization' });
    await waitFor(() => expect(address.current).toBe('/ast/shop/web?metric=memory&range=24h&drawer=resources'));
    act(() => back());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(address.current).toBe('/ast/shop/web?metric=memory&range=24h'));
  });
});
