import type { Mode } from '../domain/mode.ts';
import type { Figure } from '../format/missing.ts';
import { formatMoneyRate } from '../format/money.ts';
import { printDecimal } from '../format/round.ts';
import { explainNetEffect } from './net-effect.ts';
import { hoursPerYear } from './periods.ts';

/** Costs are those of the current requests (docs/contract/costs.md#comparison). */
const currentRequestsText = 'For the current requests, all replicas together.';

/**
 * Explains a yearly figure by its hourly value and the number of hours. In recommendation mode the figure is the larger of
 * two gaps; if the net effect of all suggestions differs from it, the text says so.
 */
export function explainYearlyFigure(hourly: number, mode: Mode, net: Figure = null): string {
  const together = mode === 'Autonomous' ? null : explainNetEffect({ hourly, net });
  return together === null ? explainRate(hourly, mode) : `${explainRate(hourly, 'separately')}\n${together}`;
}

function explainRate(hourly: number, mode: Mode | 'separately'): string {
  const rate = `${formatMoneyRate(Math.abs(hourly))} an hour`;
  if (hourly === 0)
    return `${mode === 'Autonomous' ? 'It costs as much as before autonomous mode' : 'Neither the suggested requests alone nor the suggested replicas alone cost less'}.\n${currentRequestsText}`;
  const difference =
    mode === 'Autonomous'
      ? `It costs ${rate} ${hourly < 0 ? 'more' : 'less'} than before autonomous mode`
      : mode === 'separately'
        ? `With only the suggested requests or only the suggested replicas it would cost ${hourly < 0 ? `at least ${rate} more` : `${rate} less`}`
        : `What it requests costs ${rate} ${hourly < 0 ? 'less' : 'more'} than what is suggested`;
  return `${difference}, × ${printDecimal(hoursPerYear, { min: 0, max: 0, grouping: true })} hours.\n${currentRequestsText}`;
}
