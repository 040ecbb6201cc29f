import { shiftDecimal } from '../quantity/decimal.ts';
import { type Figure, missingMark, orMissing } from './missing.ts';
import { printDecimal, roundDecimal } from './round.ts';
import { type Scale, scaleValue } from './scale.ts';

const compact: Scale = { base: 1_000, units: ['', 'K', 'M', 'B', 'T', 'P', 'E'], decimals: 1 };
const si: Scale = { base: 1_000, units: ['', 'k', 'M', 'G', 'T', 'P', 'E'], decimals: 1 };
const milli: Scale = { base: 1_000, units: ['m'], decimals: 1 };

/** A count in K, M, B, T, P or E with at most one decimal: `1.5K`, `999.9K`, `1M`. */
export function formatCompact(value: Figure): string {
  return orMissing(value, compactText);
}

/** `formatCompact` for a number that is not missing. */
export function compactText(value: number): string {
  const { value: text, unit } = scaleValue(value, compact);
  return `${text}${unit}`;
}

/** A whole number with its thousands grouped: `10,000`. */
export function formatCount(value: Figure): string {
  return orMissing(value, (known) => printDecimal(known, { min: 0, max: 0, grouping: true }));
}

/** A count with its noun, which has an `s` unless the count is 1: `1 pod`, `10,000 pods`, `0 pods`. */
export function formatCounted(count: Figure, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Bytes in units of 10^9, with up to three decimals: `0.524 GB`. */
export function formatGigabytes(bytes: Figure): string {
  return orMissing(bytes, (known) => `${printDecimal(known / 1e9, { min: 0, max: 3, grouping: true })} GB`);
}

/** A number with SI suffixes k, M, G, T, P, E and at most one decimal; below 1 in thousandths: `500m`. */
export function formatSi(value: Figure): string {
  return orMissing(value, (known) => siText(known, si.decimals));
}

/**
 * SI suffixes with at most `decimals` decimals from 1 up, and one decimal for thousandths. A value that rounds up to 1
 * is `1`, not `1000m`. A value that is too small to show is `<0.1m`, because it is not 0.
 */
function siText(value: number, decimals: number): string {
  const { value: text, unit } = siParts(value, decimals);
  return `${text}${unit}`;
}

/** Number and unit of `siText`. */
export function siParts(value: number, decimals: number): { value: string; unit: string } {
  if (value === 0) return { value: '0', unit: '' };
  if (Math.abs(value) >= 1) return scaleValue(value, { ...si, decimals });
  const thousandths = Math.abs(roundDecimal(shiftDecimal(value, 3), milli.decimals));
  if (thousandths >= 1_000) return scaleValue(value, { ...si, decimals });
  if (thousandths === 0) return { value: value < 0 ? '>-0.1' : '<0.1', unit: 'm' };
  return scaleValue(value < 0 ? -thousandths : thousandths, milli);
}

/** Above a million percent the compact form is used. */
const mostPercent = 1e6;

/** A fraction as a percentage with exactly one decimal: 0.4237 is `42.4%`. */
export function formatPercent(fraction: Figure): string {
  return orMissing(fraction, (known) => percentText(known, 1));
}

/** A fraction as a whole percentage: `38%`. */
export function formatWholePercent(fraction: Figure): string {
  return orMissing(fraction, (known) => percentText(known, 0));
}

function percentText(fraction: number, decimals: number): string {
  const percent = shiftDecimal(fraction, 2);
  if (!Number.isFinite(percent)) return missingMark;
  if (Math.abs(percent) >= mostPercent) return `${compactText(percent)}%`;
  return `${printDecimal(percent, { min: decimals, max: decimals, grouping: false })}%`;
}
