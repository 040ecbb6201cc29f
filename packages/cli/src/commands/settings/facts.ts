import { formatCount, formatMoney, type NodeSettings, nodeInputs } from '@trimtab/core';
import { type Fact, fact } from '../../output/facts.ts';

/** The node settings as text. A price below a cent is not rounded. */
export function settingFacts(settings: NodeSettings): Fact[] {
  const { node_cpu_cores: cores, node_memory_bytes: bytes, node_hourly_cost: hourly } = settings;
  const { memoryGigabytes } = nodeInputs(settings);
  return [
    fact('node_cpu_cores', 'CPU cores', String(cores), { value: cores }),
    fact('node_memory_bytes', 'Memory', `${formatCount(memoryGigabytes)} GB`, { value: bytes }),
    fact('node_hourly_cost', 'Price per hour', priceText(hourly), { value: hourly }),
  ];
}

const priceText = (hourly: number): string => (Number.isInteger(hourly * 100) ? formatMoney(hourly) : `$${hourly}`);

/** A node as part of a sentence, for the confirmation. */
export function nodeSummary(settings: NodeSettings): string {
  const [cores, memory, price] = settingFacts(settings).map(({ text }) => text);
  return `${cores} CPU cores and ${memory} for ${price} per hour`;
}
