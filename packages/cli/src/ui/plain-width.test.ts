import { assert, constantFrom, property, string } from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { paint } from '../output/style.ts';
import { plainWidth } from './plain-width.ts';

test('every single character that it measures is one column wide', () => {
  const known = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => plainWidth(character) !== null,
  );
  expect(known.length).toBeGreaterThan(1_000);
  expect(known.filter((character) => plainWidth(character) !== stringWidth(character))).toEqual([]);
});

test('it returns null or the same width as string-width', () => {
  const signs = ['a', ' ', '—', '…', '●', '▲', '↓', 'é', '█', '\u0301', '\ufe0f', '日', '👩', '\u200d', '#', '\u20e3'];
  const text = string({ unit: constantFrom(...signs) });
  const wrong: string[] = [];
  assert(
    property(text, (one) => {
      const width = plainWidth(one);
      if (width !== null && width !== stringWidth(one)) wrong.push(one);
    }),
    { numRuns: 2_000 },
  );
  expect(wrong).toEqual([]);
});

test('it measures our own symbols and colors, and no text with wide characters', () => {
  expect(plainWidth('● Healthy — ↓ -64%')).toBe(18);
  expect(plainWidth(paint('warn', '▲ Overprovisioned', true))).toBe(17);
  expect(['日本', 'e\u0301', '1\ufe0f\u20e3', '👍', '\u001b]0;x\u0007'].map(plainWidth)).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});
