import { yearlyFigure } from '../cost/periods.ts';
import type { Mode } from '../domain/mode.ts';
import { finiteOrNull } from '../domain/resource.ts';
import { type Figure, orMissing } from './missing.ts';
import { compactText } from './number.ts';
import { printDecimal } from './round.ts';
import { type Scale, scaleValue } from './scale.ts';

/** Larger amounts of dollars are written in compact form. */
const mostMoney = 1e15;

/** Axis labels use k for thousands and M for millions. Larger numbers use the units of all other compact numbers. */
const axis: Scale = { base: 1_000, units: ['', 'k', 'M', 'B', 'T', 'P', 'E'], decimals: 1 };

/** US dollars with two decimals: `$1,234.50`, `-$0.50`. A fraction of a cent is `$0.00`, without a sign. */
export function formatMoney(dollars: Figure): string {
  return orMissing(dollars, moneyText);
}

/** US dollars as a table shows them: whole from $100 on, otherwise with two decimals. */
export function formatMoneyShort(dollars: Figure): string {
  return orMissing(dollars, (known) =>
    Math.abs(known) < 100 || Math.abs(known) >= mostMoney
      ? moneyText(known)
      : withDollar(printDecimal(known, { min: 0, max: 0, grouping: true })),
  );
}

/** US dollars an hour, with up to four decimals, because prices of a few cents need more than two. */
export function formatMoneyRate(dollars: Figure): string {
  return orMissing(dollars, (known) =>
    Math.abs(known) >= mostMoney
      ? moneyText(known)
      : withDollar(printDecimal(known, { min: 2, max: 4, grouping: true })),
  );
}

/** US dollars with at least two decimals and all others, for a price that somebody has typed: `$0.192`. */
export function formatMoneyExactly(dollars: Figure): string {
  return orMissing(dollars, (known) => withDollar(printDecimal(known, { min: 2, max: 20, grouping: true })));
}

/** US dollars for a chart's axis: `$1.2k`, `$3M`. */
export function formatMoneyCompact(dollars: Figure): string {
  return orMissing(dollars, (known) => {
    const { value, unit } = scaleValue(known, axis);
    return withDollar(`${value}${unit}`);
  });
}

/** US dollars as a KPI shows them: `$1.2K`. */
export function formatMoneyKpi(dollars: Figure): string {
  return orMissing(dollars, (known) => withDollar(compactText(known)));
}

/** Text for a target without a record of its state before autonomous mode, and for a missing or zero figure. */
export const noPreAutonomousText = 'No pre-autonomous mode data found';

const addedTooltip = 'This target was underprovisioned. The product added the required resources to mitigate risk.';

/**
 * The yearly cost cell of a row, from dollars an hour × 24 × 365. Missing or zero: a sentence. Negative: in parentheses,
 * with a tooltip that gives the reason, in autonomous mode; `$0.00` otherwise.
 */
export function formatYearlyFigure({ hourly, mode }: { hourly: Figure; mode: Mode }): {
  text: string;
  tooltip?: string;
} {
  const yearly = finiteOrNull(yearlyFigure(hourly));
  if (yearly === null || yearly === 0) return { text: noPreAutonomousText };
  if (yearly > 0) return { text: moneyText(yearly) };
  return mode === 'Autonomous' ? { text: `(${moneyText(-yearly)})`, tooltip: addedTooltip } : { text: moneyText(0) };
}

function moneyText(dollars: number): string {
  if (Math.abs(dollars) >= mostMoney) return withDollar(compactText(dollars));
  return withDollar(printDecimal(dollars, { min: 2, max: 2, grouping: true }));
}

function withDollar(text: string): string {
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`;
}
