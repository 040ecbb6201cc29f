import type { NodeSettings } from '../api/schemas/costs.ts';

/** The inputs of the Node Details panel. */
export type NodeInput = 'cpuCores' | 'memoryGigabytes' | 'hourlyCost';

/** Decimal gigabytes, as node types are sold. */
const bytesPerGigabyte = 1e9;

const plainDecimal = /^(?:\d+\.?\d*|\.\d+)$/;

/** Values of the inputs: whole cores and whole gigabytes (10^9 bytes), both rounded down, and the unrounded price. */
export function nodeInputs(settings: NodeSettings): Readonly<Record<NodeInput, number>> {
  return {
    cpuCores: Math.floor(settings.node_cpu_cores),
    memoryGigabytes: Math.floor(settings.node_memory_bytes / bytesPerGigabyte),
    hourlyCost: settings.node_hourly_cost,
  };
}

/**
 * The settings after an edit. Text that is not a plain decimal number above 0 (empty, `-5`, `1,5`, `1e999`) leaves the
 * settings unchanged. No price is then computed from an impossible node, and no such node is saved.
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

/** How far an arrow key moves an input: a core, a gigabyte, a cent. */
const inputSteps: Readonly<Record<NodeInput, number>> = { cpuCores: 1, memoryGigabytes: 1, hourlyCost: 0.01 };

/** Text of an input after an arrow key is pressed. A step to 0 or below leaves the input unchanged. */
export function stepNodeInput(settings: NodeSettings, input: NodeInput, direction: 1 | -1): string {
  const shown = nodeInputs(settings)[input];
  // Rounded, because 0.1 + 0.2 must show 0.3.
  const next = Number((shown + direction * inputSteps[input]).toPrecision(12));
  return String(next > 0 ? next : shown);
}

/** Settings as the text of an address: `4_16_0.192`, cores, gigabytes and dollars an hour, in full precision. */
export function writeNodeSettings(settings: NodeSettings): string {
  return [settings.node_cpu_cores, settings.node_memory_bytes / bytesPerGigabyte, settings.node_hourly_cost].join('_');
}

/** Parses the text of `writeNodeSettings`; null for anything that is not a possible node. */
export function readNodeSettings(text: string | null): NodeSettings | null {
  const [cores, gigabytes, price, ...rest] = text?.split('_') ?? [];
  if (cores === undefined || gigabytes === undefined || price === undefined || rest.length > 0) return null;
  const edits = [
    ['cpuCores', cores],
    ['memoryGigabytes', gigabytes],
    ['hourlyCost', price],
  ] as const;
  let settings: NodeSettings = { node_cpu_cores: 0, node_memory_bytes: 0, node_hourly_cost: 0 };
  for (const [input, typed] of edits) {
    const next = applyNodeInput(settings, input, typed);
    if (next === settings) return null;
    settings = next;
  }
  return settings;
}
