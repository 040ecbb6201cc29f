/**
 * value × 10^by, computed from the number's shortest decimal text. 0.29 × 1,000 is 290 and 0.285 × 100 is 28.5, where
 * multiplying gives 289.99999999999994 and 28.499999999999996.
 */
export function shiftDecimal(value: number, by: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + by}`);
}
