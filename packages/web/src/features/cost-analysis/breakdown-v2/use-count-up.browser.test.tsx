import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCountUp } from './use-count-up.ts';

function Figure({ value }: { value: number | null }) {
  return <output>{useCountUp(value)}</output>;
}
const shown = () => screen.getByRole('status').textContent;
const pass = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
function reduceMotion(matches: boolean) {
  const whole = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = whole(query);
    Object.defineProperty(list, 'matches', { value: matches });
    return list;
  });
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('counts in 60 steps within one second, and continues from there', () => {
  reduceMotion(false);
  const { rerender } = render(<Figure value={600} />);
  expect(shown()).toBe('0');
  pass(17);
  expect(shown()).toBe('10');
  pass(1_000);
  expect(shown()).toBe('600');
  rerender(<Figure value={1_200} />);
  expect(shown()).toBe('600');
  pass(1_017);
  expect(shown()).toBe('1200');
});

it('changes immediately with reduced motion', () => {
  reduceMotion(true);
  render(<Figure value={600} />);
  expect(shown()).toBe('600');
});

it('waits for a value', () => {
  reduceMotion(false);
  render(<Figure value={null} />);
  expect(shown()).toBe('');
});
