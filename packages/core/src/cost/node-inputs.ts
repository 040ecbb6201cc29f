import type { NodeSettings } from '../api/costs.ts';

/** The inputs of the Node Details panel. */
export type NodeInput = 'cpuCores' | 'memoryGigabytes' | 'hourlyCost';

/** Decimal gigabytes, as node types are sold. */
const bytesPerGigabyte = 1e9;

const plainDecimal = /^(?:\d+\.?\d*|\.\d+)$/;

/** What the inputs show: CPU floored to whole cores, memory floored to whole gigabytes of 10^9 bytes, the price as it is. */
export function nodeInputs(settings: NodeSettings): Readonly<Record<NodeInput, number>> {
  return {
    cpuCores: Math.floor(settings.node_cpu_cores),
    memoryGigabytes: Math.floor(settings.node_memory_bytes / bytesPerGigabyte),
    hourlyCost: settings.node_hourly_cost,
  };
}

/**
 * The settings after an edit. Text that is not a plain decimal number above 0 (empty, `-5`, `1,5`, `1e999`) leaves them as
 * they were, so that nothing is ever priced on, or saved as, a node that cannot exist.
 */
export function applyNodeInput(settings: NodeSettings, input: NodeInput, text: string): NodeSettings {
  const value = plainDecimal.test(text.trim()) ? Number(text) : Number.NaN;
  if (!(value > 0 && Number.isFinite(value * bytesPerGigabyte))) return settings;
  const edits: Readonly<Record<NodeInput, Partial<NodeSettings>>> = {
    cpuCores: { node_cpu_cores: value },
    memoryGigabytes: { node_memory_bytes: value * bytesPerGigabyte },
    hourlyCost: { node_hourly_cost: value },
  };
  return { ...settings, ...edits[input] };
}
