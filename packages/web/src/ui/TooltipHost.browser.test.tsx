import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { Tooltip, TooltipProvider } from './Tooltip.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

function show() {
  render(
    <TooltipProvider>
      <Tooltip text="what it was computed from">
        <span>$12.00</span>
      </Tooltip>
      <Tooltip text="what a press does">
        <button type="button">Sort</button>
      </Tooltip>
      <Tooltip text="why it is beta">
        <button type="button" className="cursor-help">
          Beta
        </button>
      </Tooltip>
      <p>elsewhere</p>
    </TooltipProvider>,
  );
}

/** Sends the events of one tap or click. */
function press(element: HTMLElement, pointerType: 'touch' | 'mouse') {
  element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType }));
  element.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerType }));
  element.click();
}

/** Keeps the mouse over an element for the given time. */
const point = (element: Element, milliseconds: number) =>
  act(() => {
    element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
    vi.advanceTimersByTime(milliseconds);
  });

const shown = () => screen.queryByRole('tooltip')?.textContent ?? null;

describe('tooltips on touch screens', () => {
  it('open on a tap on the trigger, and close on a tap elsewhere', () => {
    show();
    press(screen.getByText('$12.00'), 'touch');
    expect(shown()).toBe('what it was computed from');
    press(screen.getByText('elsewhere'), 'touch');
    expect(shown()).toBeNull();
  });

  it('do not open for a button that acts, and open for a button with the help cursor', () => {
    show();
    press(screen.getByRole('button', { name: 'Sort' }), 'touch');
    expect(shown()).toBeNull();
    press(screen.getByRole('button', { name: 'Beta' }), 'touch');
    expect(shown()).toBe('why it is beta');
  });

  it('do not open on a mouse click', () => {
    show();
    press(screen.getByText('$12.00'), 'mouse');
    expect(shown()).toBeNull();
  });
});

const prefers = (value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });

describe('a tooltip with several lines', () => {
  afterEach(() => prefers(''));

  it.each(['reduce', 'no-preference'])(
    'fits on the screen of a phone, with prefers-reduced-motion: %s',
    async (motion) => {
      await prefers(motion);
      await page.viewport(390, 844);
      const sentence = 'A long sentence that explains how the value was computed, and fills a line.';
      render(
        <TooltipProvider>
          <Tooltip text="a hint">
            <span>elsewhere</span>
          </Tooltip>
          <Tooltip text={`${sentence}\n${sentence}\n${sentence}`}>
            <p style={{ textAlign: 'right' }}>$12.00</p>
          </Tooltip>
        </TooltipProvider>,
      );
      // A shorter tooltip was open before. Its width must not influence this one.
      press(screen.getByText('elsewhere'), 'touch');
      press(screen.getByText('$12.00'), 'touch');
      const box = screen.getByRole('region', { name: 'Explanation' }).getBoundingClientRect();
      expect(box.left).toBeGreaterThanOrEqual(8);
      expect(box.right).toBeLessThanOrEqual(390 - 8);
    },
  );
});

describe('tooltips with a mouse', () => {
  it('stay open while the pointer is over them, and close when it leaves', () => {
    vi.useFakeTimers();
    show();
    point(screen.getByText('$12.00'), 1_000);
    const words = screen.getByRole('tooltip').firstElementChild;
    expect(words?.textContent).toBe('what it was computed from');
    if (words !== null) point(words, 1_000);
    expect(shown()).toBe('what it was computed from');
    point(screen.getByText('elsewhere'), 1_000);
    expect(shown()).toBeNull();
  });
});
