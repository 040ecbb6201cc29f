import { expect, test } from 'vitest';
import { truncateLabel } from './label.ts';

test('42 characters stay, the 43rd becomes an ellipsis', () => {
  expect(truncateLabel('a'.repeat(42))).toBe('a'.repeat(42));
  expect(truncateLabel('a'.repeat(43))).toBe(`${'a'.repeat(42)}…`);
  expect(truncateLabel('')).toBe('');
});

test('a grapheme is never cut in two', () => {
  const family = '👨‍👩‍👧';
  expect(truncateLabel(family.repeat(42))).toBe(family.repeat(42));
  expect(truncateLabel(family.repeat(43))).toBe(`${family.repeat(42)}…`);
  expect(truncateLabel(`e\u0301${'x'.repeat(50)}`, 1)).toBe('e\u0301…');
});
