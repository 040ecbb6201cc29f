import { describe, expect, it } from 'vitest';
import { type MovedSliders, maxAddressed, readSliders, sliderSlot, writeSliders } from './slider-address.ts';

const slot = (name: string) => sliderSlot({ namespace: 'shop', name });

describe('the sliders in the address', () => {
  it('are read as they were written', () => {
    const moved: MovedSliders = new Map([
      [slot('cart'), { cpu: 100 }],
      [slot('search'), { cpu: 1, memory: 36 }],
      [slot('web'), { memory: 7 }],
    ]);
    expect(readSliders(writeSliders(moved))).toEqual(moved);
  });

  it('are absent from the address if none was moved', () => {
    expect(writeSliders(new Map())).toBeNull();
    expect(readSliders(null).size).toBe(0);
  });

  it('have a maximum length, and keep the ones that were moved last', () => {
    const moved = new Map(Array.from({ length: 1_000 }, (_, index) => [slot(`app-${index}`), { cpu: 50 }]));
    const text = writeSliders(moved) ?? '';
    expect(text.length).toBe(maxAddressed * 12);
    expect([...readSliders(text).keys()].at(-1)).toBe(slot('app-999'));
    // No character needs escaping.
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
  ])('are ignored if they are invalid (%#)', (text) => {
    expect(readSliders(text).size).toBe(0);
  });

  it('have different keys for ten thousand targets', () => {
    const slots = new Set(
      Array.from({ length: 10_000 }, (_, index) =>
        sliderSlot({ namespace: `team-${index % 40}`, name: `app-${index}` }),
      ),
    );
    expect(slots.size).toBe(10_000);
  });
});
