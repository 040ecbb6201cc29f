/** A number of decimals cut to what is worth reading, as en-US writes it; made once, because making one is slow. */
const printers = new Map<string, Intl.NumberFormat>();

/** How many decimals are written at least and at most, and whether thousands are grouped. */
export type Decimals = { readonly min: number; readonly max: number; readonly grouping: boolean };

/**
 * A number with so many decimals, half away from zero. It rounds what a reader would: the shortest decimal text of the
 * number, so 1.005 is 1.01, although the double lies below it. Never `-0`.
 */
export function printDecimal(value: number, { min, max, grouping }: Decimals): string {
  if (max === 0 && Math.abs(value) < (grouping ? ungrouped : exactWholes)) return wholeText(value);
  const key = `${min} ${max} ${grouping}`;
  const printer =
    printers.get(key) ??
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: min,
      maximumFractionDigits: max,
      useGrouping: grouping,
      signDisplay: 'negative',
    });
  printers.set(key, printer);
  return printer.format(`${value}`);
}

/** Beyond it doubles have no halves, and their shortest text has an exponent further on. */
const exactWholes = 2 ** 52;
/** Below it nothing is grouped. */
const ungrouped = 999.5;

/**
 * The same without decimals. A half is exact in a double and in its shortest text alike, so that rounding the number
 * rounds the text; and the first list of a cold page need not wait 12 ms until the browser has read how en-US writes.
 */
function wholeText(value: number): string {
  const rounded = Math.round(Math.abs(value));
  return `${value < 0 && rounded > 0 ? '-' : ''}${rounded}`;
}

/** The number that `printDecimal` would write. */
export function roundDecimal(value: number, decimals: number): number {
  return Number(printDecimal(value, { min: 0, max: decimals, grouping: false }));
}
