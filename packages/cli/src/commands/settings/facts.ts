import { formatGigabytes, formatMoneyExactly, type NodeSettings } from '@trimtab/core';
import { type Fact, fact } from '../../output/facts.ts';

/** The node settings as text. Small values are not rounded to 0. */
export function settingFacts(settings: NodeSettings): Fact[] {
  const { node_cpu_cores: cores, node_memory_bytes: bytes, node_hourly_cost: hourly } = settings;
  return [
    fact('node_cpu_cores', 'CPU cores', String(cores), { value: cores }),
    fact('node_memory_bytes', 'Memory', formatGigabytes(bytes), { value: bytes }),
    fact('node_hourly_cost', 'Price per hour', formatMoneyExactly(hourly), { value: hourly }),
  ];
}

/** A node as part of a sentence, for the confirmation. */
export function nodeSummary(settings: NodeSettings): string {
  const [cores, memory, price] = settingFacts(settings).map(({ text }) => text);
  return `${cores} CPU cores and ${memory} for ${price} per hour`;
}
