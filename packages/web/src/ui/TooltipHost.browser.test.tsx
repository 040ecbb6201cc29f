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

const prefers = (value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });

describe('a card of several lines', () => {
  afterEach(() => prefers(''));

  it.each(['reduce', 'no-preference'])('stands in sight on a phone, with motion as %s', async (motion) => {
    await prefers(motion);
    await page.viewport(390, 844);
    const sentence = 'A long sentence that says what the figure was computed from, and fills a line.';
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
