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

/** The sources of the prices of the node types. What a longer text adds to another is shown with its types only. */
export function nodePriceNotes(groups: NodeCosts['groups']): string[] {
  const sources = [...new Set(groups.map(({ price }) => price))];
  return sources.map((source) => {
    const shared = sources.find((other) => other !== source && source.startsWith(`${other} `));
    if (shared === undefined) return source;
    const types = groups.filter(({ price }) => price === source).map((group) => group.instance_type ?? 'Unknown type');
    return `${[...new Set(types)].join(', ')}: ${source.slice(shared.length + 1)}`;
  });
}
