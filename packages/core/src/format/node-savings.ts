import type { NodeCosts } from '../api/schemas/costs.ts';
import { yearlyFigure } from '../cost/periods.ts';
import { formatMoneyShort } from './money.ts';

/** What the suggestions save by the share of a node, and what they save in whole nodes. */
export function nodeSavingsText({ paper_hourly_savings, realizable_hourly_savings }: NodeCosts): string {
  const [paper, real] = [amount(paper_hourly_savings), amount(realizable_hourly_savings)];
  return `On paper, the suggestions ${paper} a year. Counted in whole nodes, they ${real}.`;
}

function amount(hourly: number | null): string {
  if (hourly === null) return 'save an unknown amount';
  const text = formatMoneyShort(yearlyFigure(Math.abs(hourly)));
  return hourly < 0 ? `cost ${text} more` : `save ${text}`;
}
