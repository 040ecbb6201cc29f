import { shiftDecimal } from './decimal.ts';

/** Decimal suffixes of Kubernetes quantities, as powers of ten. `K` is not one of them. */
const decimalExponents: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);

const binaryFactors: ReadonlyMap<string, number> = new Map([
  ['Ki', 2 ** 10],
  ['Mi', 2 ** 20],
  ['Gi', 2 ** 30],
  ['Ti', 2 ** 40],
  ['Pi', 2 ** 50],
  ['Ei', 2 ** 60],
]);

/** Valid quantities are short. Longer texts are rejected before the regular expression runs. */
const longestQuantity = 64;

const pattern = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:[eE]([+-]?\d{1,3})|([numkMGTPE]|[KMGTPE]i)?)$/;

/**
 * A Kubernetes quantity as a number (cores, bytes, counts): `250m` is 0.25, `1Gi` 1,073,741,824, `1E` 10^18, `1e3` 1,000.
 * A number is returned unchanged. Null for anything else: blanks, unknown suffixes, texts of more than 64 characters, and values
 * too large for a finite number. Values above 2^53 are rounded to the nearest double.
 * Grammar: kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity
 */
export function parseQuantity(value: string | number | null | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value !== 'string' || value.length > longestQuantity) return null;
  const [, digits, exponent, suffix = ''] = pattern.exec(value) ?? [];
  if (digits === undefined) return null;
  const factor = binaryFactors.get(suffix);
  // Parse digits and exponent as one text, so that the result is rounded only once: 0.1 × 1e-3 would round twice.
  const parsed =
    factor === undefined
      ? Number(`${digits}e${exponent ?? decimalExponents.get(suffix) ?? 0}`)
      : Number(digits) * factor;
  return Number.isFinite(parsed) ? parsed + 0 : null;
}

/** Which suffixes a quantity is printed with: decimal (cores, counts) or binary (memory). */
type QuantityStyle = 'decimal' | 'binary';

/**
 * A number as the shortest Kubernetes quantity that reads back as exactly the same number: 0.25 is `250m`, 1,000 is `1k`,
 * in binary style 1,073,741,824 is `1Gi` and 512,000,000 is `512M`. A number that fits no suffix is written without one, with an exponent if necessary.
 * Throws RangeError for a number that is not finite, because a manifest must not contain `NaN`.
 */
export function printQuantity(value: number, style: QuantityStyle = 'decimal'): string {
  if (!Number.isFinite(value)) throw new RangeError(`A quantity must be a finite number, not ${value}.`);
  if (value === 0) return '0';
  const whole = style === 'binary' ? (binaryText(value) ?? wholeDecimalText(value)) : decimalText(value);
  return whole ?? String(value);
}

/** Prints a memory quantity in binary style and a CPU quantity in decimal style. */
export function printResourceQuantity(resource: 'cpu' | 'memory', value: number): string {
  return printQuantity(value, resource === 'memory' ? 'binary' : 'decimal');
}

function binaryText(value: number): string | null {
  // Otherwise 512M would be printed as 500000Ki.
  if (value % 1e6 === 0 && value % 2 ** 20 !== 0) return null;
  for (const [suffix, factor] of [...binaryFactors].toReversed()) {
    const scaled = value / factor;
    // Dividing a very small double can underflow to 0.
    if (scaled !== 0 && Number.isSafeInteger(scaled)) return `${scaled}${suffix}`;
  }
  return null;
}

/**
 * Bytes that are not a whole number of KiB, such as 500M. Thousandths are not used, because Kubernetes warns about
 * fractions of a byte.
 */
const wholeDecimalText = (value: number): string | null => (Number.isInteger(value) ? decimalText(value) : null);

function decimalText(value: number): string | null {
  for (const [suffix, exponent] of [...decimalExponents].toReversed()) {
    const scaled = Math.round(shiftDecimal(value, -exponent));
    const text = `${scaled}${suffix}`;
    if (scaled !== 0 && Number.isSafeInteger(scaled) && parseQuantity(text) === value) return text;
  }
  return null;
}
