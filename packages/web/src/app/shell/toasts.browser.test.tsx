import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showToast } from '../../context/toasts.ts';
import { Toasts } from './Toasts.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  act(() => void vi.runAllTimers());
  vi.useRealTimers();
  cleanup();
});

const after = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
const show = (text: string) => act(() => showToast(text));

describe('toasts', () => {
  it('stay five seconds', () => {
    render(<Toasts />);
    show('API Error: No response from server.');
    after(4_999);
    expect(screen.getByText('API Error: No response from server.')).toBeTruthy();
    after(1);
    expect(screen.queryByText('API Error: No response from server.')).toBeNull();
  });

  it('count the same text instead of repeating it, and stay five seconds from the last time on', () => {
    render(<Toasts />);
    show('same');
    after(2_000);
    show('same');
    show('same');
    expect(screen.getAllByText('same')).toHaveLength(1);
    expect(screen.getByText(/×/).textContent).toBe('repeated ×3');
    after(4_999);
    expect(screen.getByText('same')).toBeTruthy();
    after(1);
    expect(screen.queryByText('same')).toBeNull();
    show('same');
    expect(screen.queryByText(/×/)).toBeNull();
  });

  it('stay five seconds however many there are', () => {
    render(<Toasts />);
    const texts = Array.from({ length: 7 }, (_, index) => `failure ${index}`);
    texts.forEach(show);
    after(4_999);
    for (const text of texts) expect(screen.getByText(text)).toBeTruthy();
    after(1);
    for (const text of texts) expect(screen.queryByText(text)).toBeNull();
  });

  it('show different messages below each other, at the bottom, as plain text', () => {
    render(<Toasts />);
    show('first');
    show('<img src=x onerror=alert(1)>');
    expect(screen.getByText('first')).toBeTruthy();
    expect(screen.getByText('<img src=x onerror=alert(1)>').querySelector('img')).toBeNull();
    expect(screen.getByRole('region', { name: 'Notifications' }).getBoundingClientRect().bottom).toBe(innerHeight);
  });

  it('can be dismissed', () => {
    render(<Toasts />);
    show('gone');
    act(() => screen.getByRole('button', { name: 'Dismiss' }).click());
    expect(screen.queryByText('gone')).toBeNull();
  });
});
