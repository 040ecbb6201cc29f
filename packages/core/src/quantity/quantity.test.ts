import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuantity, printQuantity, printResourceQuantity } from './quantity.ts';

test.each([
  ['0', 0],
  ['-0', 0],
  ['250m', 0.25],
  ['100n', 1e-7],
  ['5u', 5e-6],
  ['1', 1],
  ['+1.5', 1.5],
  ['.5', 0.5],
  ['5.', 5],
  ['-2k', -2_000],
  ['1k', 1e3],
  ['1M', 1e6],
  ['1G', 1e9],
  ['1T', 1e12],
  ['1P', 1e15],
  ['1E', 1e18],
  ['1Ki', 1024],
  ['1.5Gi', 1_610_612_736],
  ['1Ei', 2 ** 60],
  ['1e3', 1_000],
  ['1E3', 1_000],
  ['12e-1', 1.2],
  ['1E+2', 100],
  ['0.1m', 0.0001],
])('%s reads as %d', (text, value) => {
  expect(parseQuantity(text)).toBe(value);
});

test.each([
  '',
  ' ',
  '1 ',
  ' 1',
  'm',
  '.',
  '-',
  '1K',
  '1ki',
  '1KI',
  '1mi',
  '1Mii',
  '1mm',
  '1e',
  '1e3k',
  '1e1.5',
  '0x10',
  'NaN',
  '+Inf',
  'Infinity',
  '1,5',
  '1_000',
  '--1',
  '1e999',
  '١',
  'constructor',
  '__proto__',
  '1'.repeat(65),
])('%j is not a valid quantity', (text) => {
  expect(parseQuantity(text)).toBeNull();
});

test('a number is returned unchanged; a missing or non-finite value is null', () => {
  expect(parseQuantity(0)).toBe(0);
  expect(parseQuantity(-0)).toBe(0);
  expect(parseQuantity(0.25)).toBe(0.25);
  for (const nothing of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY])
    expect(parseQuantity(nothing)).toBeNull();
});

test('a very long text is rejected without parsing', () => {
  expect(parseQuantity(`${'9'.repeat(1_000_000)}x`)).toBeNull();
});

test.each([
  [0, '0'],
  [0.25, '250m'],
  [1.5, '1500m'],
  [2, '2'],
  [1_000, '1k'],
  [1_234, '1234'],
  [0.29, '290m'],
  [-0.5, '-500m'],
  [5e-9, '5n'],
])('%d is printed as %s', (value, text) => {
  expect(printQuantity(value)).toBe(text);
});

test.each([
  [1024 ** 3, '1Gi'],
  [1.5 * 1024 ** 3, '1536Mi'],
  [1_000_000_000, '1G'],
  [512_000_000, '512M'],
  [943_718_400, '900Mi'],
  [123_456_789, '123456789'],
  [1_024, '1Ki'],
  [1_025, '1025'],
  [0.5, '0.5'],
])('%d bytes are printed as %s', (value, text) => {
  expect(printResourceQuantity('memory', value)).toBe(text);
});

test('a number that is not finite is rejected', () => {
  expect(() => printQuantity(Number.NaN)).toThrow(RangeError);
});

const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

test('a printed quantity parses to the same number', () => {
  fc.assert(
    fc.property(numbers, fc.constantFrom('decimal' as const, 'binary' as const), (value, style) => {
      expect(parseQuantity(printQuantity(value, style))).toBe(value);
    }),
  );
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom('decimal' as const, 'binary' as const), (value, style) => {
      expect(parseQuantity(printQuantity(value, style))).toBe(value);
    }),
  );
});

test('a suffix and its exponent have the same value', () => {
  const pairs = [
    ['n', -9],
    ['u', -6],
    ['m', -3],
    ['k', 3],
    ['M', 6],
    ['G', 9],
    ['T', 12],
    ['P', 15],
    ['E', 18],
  ] as const;
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(...pairs), (mantissa, [suffix, exponent]) => {
      expect(parseQuantity(`${mantissa}${suffix}`)).toBe(parseQuantity(`${mantissa}e${exponent}`));
      expect(parseQuantity(`${mantissa}E${exponent}`)).toBe(parseQuantity(`${mantissa}e${exponent}`));
    }),
  );
});

test('each binary suffix is 1,024 times the previous one, and a sign negates the number', () => {
  const suffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 6 }), (mantissa, at) => {
      const larger = parseQuantity(`${mantissa}${suffixes[at]}`);
      expect(larger).toBe((parseQuantity(`${mantissa}${suffixes[at - 1]}`) ?? 0) * 1_024);
      expect(parseQuantity(`-${mantissa}${suffixes[at]}`)).toBe(-(larger ?? 0));
    }),
  );
});
