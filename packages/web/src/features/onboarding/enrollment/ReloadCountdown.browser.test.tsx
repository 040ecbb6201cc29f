import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadDelayMs } from './enrollment-store.ts';
import { ReloadCountdown } from './ReloadCountdown.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

function show() {
  const reload = vi.fn<() => void>();
  render(<ReloadCountdown at={Date.now() + reloadDelayMs} onReload={reload} />);
  return reload;
}
const after = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

it('counts down the seconds to the reload, and stops at zero', () => {
  show();
  expect(screen.getByText('Reloading in 10 s')).toBeTruthy();
  after(3_000);
  expect(screen.getByText('Reloading in 7 s')).toBeTruthy();
  after(60_000);
  expect(screen.getByText('Reloading in 0 s')).toBeTruthy();
});

it('does not announce every second to screen readers', () => {
  show();
  const seconds = screen.getByText('Reloading in 10 s');
  expect(seconds.closest('[aria-hidden="true"]')).not.toBeNull();
  expect(seconds.closest('[aria-live], [role="status"], [role="alert"], [role="timer"], output')).toBeNull();
});

it('reloads immediately with the button', () => {
  const reload = show();
  act(() => screen.getByRole('button', { name: 'Reload now' }).click());
  expect(reload).toHaveBeenCalledTimes(1);
});
