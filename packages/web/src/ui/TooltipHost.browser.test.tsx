import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
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

/** What a finger or a mouse sends for one press. */
function press(element: HTMLElement, pointerType: 'touch' | 'mouse') {
  element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType }));
  element.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerType }));
  element.click();
}

/** Rests a mouse on something for so long. */
const point = (element: Element, milliseconds: number) =>
  act(() => {
    element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
    vi.advanceTimersByTime(milliseconds);
  });

const shown = () => screen.queryByRole('tooltip')?.textContent ?? null;

describe('tooltips under a finger', () => {
  it('open by a tap on what they explain, and close by one elsewhere', () => {
    show();
    press(screen.getByText('$12.00'), 'touch');
    expect(shown()).toBe('what it was computed from');
    press(screen.getByText('elsewhere'), 'touch');
    expect(shown()).toBeNull();
  });

  it('stay away from a button that does something, and open for one that only explains', () => {
    show();
    press(screen.getByRole('button', { name: 'Sort' }), 'touch');
    expect(shown()).toBeNull();
    press(screen.getByRole('button', { name: 'Beta' }), 'touch');
    expect(shown()).toBe('why it is beta');
  });

  it('leave a mouse to hover', () => {
    show();
    press(screen.getByText('$12.00'), 'mouse');
    expect(shown()).toBeNull();
  });
});

describe('tooltips under a mouse', () => {
  it('stay while the pointer is on their words, and close when it leaves them', () => {
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
