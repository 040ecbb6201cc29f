import { describe, expect, it } from 'vitest';
import { type MovedSliders, mostAddressed, readSliders, sliderSlot, writeSliders } from './slider-address.ts';

const slot = (name: string) => sliderSlot({ namespace: 'shop', name });

describe('the sliders of an address', () => {
  it('come back as they were', () => {
    const moved: MovedSliders = new Map([
      [slot('cart'), { cpu: 100 }],
      [slot('search'), { cpu: 1, memory: 36 }],
      [slot('web'), { memory: 7 }],
    ]);
    expect(readSliders(writeSliders(moved))).toEqual(moved);
  });

  it('leave no trace when none was moved', () => {
    expect(writeSliders(new Map())).toBeNull();
    expect(readSliders(null).size).toBe(0);
  });

  it('are of bounded length, and hold the newest', () => {
    const moved = new Map(Array.from({ length: 1_000 }, (_, index) => [slot(`app-${index}`), { cpu: 50 }]));
    const text = writeSliders(moved) ?? '';
    expect(text.length).toBe(mostAddressed * 12);
    expect([...readSliders(text).keys()].at(-1)).toBe(slot('app-999'));
    // Nothing in it needs escaping.
    expect(new URLSearchParams({ sliders: text }).toString()).toBe(`sliders=${text}`);
  });

  it.each([
    '',
    'x',
    '%00%00',
    '<script>alert(1)</script>',
    `${slot('cart')}0000`,
    `${slot('cart')}zzzz`,
    `${slot('cart')}-1-1`,
    'A'.repeat(100_000),
  ])('ignore what makes no sense (%#)', (text) => {
    expect(readSliders(text).size).toBe(0);
  });

  it('tell ten thousand targets apart', () => {
    const slots = new Set(
      Array.from({ length: 10_000 }, (_, index) =>
        sliderSlot({ namespace: `team-${index % 40}`, name: `app-${index}` }),
      ),
    );
    expect(slots.size).toBe(10_000);
  });
});
