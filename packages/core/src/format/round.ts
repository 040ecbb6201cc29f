/** How many decimals are written at least and at most, and whether thousands are grouped. */
export type Decimals = { readonly min: number; readonly max: number; readonly grouping: boolean };

/**
 * A number as en-US writes it, with so many decimals, half away from zero. It rounds what a reader would: the shortest
 * decimal text of the number, so 1.005 is 1.01, although the double lies below it. Never `-0`.
 *
 * By hand: a cold page waits 12 ms until the browser has read how en-US writes, on a slow one 50, and no figure can be
 * drawn before that.
 */
export function printDecimal(value: number, { min, max, grouping }: Decimals): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : `${value < 0 ? '-' : ''}∞`;
  const [whole, fraction] = roundText(plainText(Math.abs(value)), max);
  const decimals = fraction.replace(/0+$/, '').padEnd(min, '0');
  const isZero = !/[1-9]/.test(whole + fraction);
  return `${value < 0 && !isZero ? '-' : ''}${grouping ? group(whole) : whole}${decimals && `.${decimals}`}`;
}

/** The number that `printDecimal` would write. */
export function roundDecimal(value: number, decimals: number): number {
  return Number(printDecimal(value, { min: 0, max: decimals, grouping: false }));
}

/** The shortest decimal text of a number that is not negative, without an exponent. */
function plainText(value: number): string {
  const text = `${value}`;
  const [digits = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const [whole = '', fraction = ''] = digits.split('.');
  const shift = Number(exponent);
  return shift < 0 ? `0.${'0'.repeat(-shift - 1)}${whole}${fraction}` : `${whole}${fraction.padEnd(shift, '0')}`;
}

/** Whole and fraction of a decimal text, cut to `max` decimals: up from a half on, down below. */
function roundText(text: string, max: number): [whole: string, fraction: string] {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length <= max) return [whole, fraction];
  const kept = `${whole}${fraction.slice(0, max)}`;
  const isUp = (fraction[max] ?? '') >= '5';
  // Seventeen digits are more than a double counts in ones.
  const digits = isUp ? `${BigInt(kept) + 1n}`.padStart(kept.length, '0') : kept;
  return [digits.slice(0, digits.length - max), digits.slice(digits.length - max)];
}

const group = (whole: string): string => whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
