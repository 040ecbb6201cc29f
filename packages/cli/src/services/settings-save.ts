import { applyNodeInput, type Client, type NodeSettings, parseQuantity } from '@trimtab/core';
import { UsageError } from '../failure.ts';
import { outcomeUnknown } from './unknown-outcome.ts';

/** What was typed; what is absent stays as it is. */
export type NodeEdits = {
  cores?: string;
  /** Gigabytes of 10^9 bytes as in the console, or a Kubernetes quantity. */
  memory?: string;
  hourly?: string;
};

function edited(settings: NodeSettings, input: 'cpuCores' | 'hourlyCost', text: string | undefined): NodeSettings {
  if (text === undefined) return settings;
  const after = applyNodeInput(settings, input, text);
  // What cannot be a node leaves the settings as the same object.
  if (after !== settings) return after;
  const flag = input === 'cpuCores' ? '--cores' : '--hourly';
  throw new UsageError(`"${text}" is no number above 0 for ${flag}.`, 'Nothing was saved.');
}

function withMemory(settings: NodeSettings, text: string | undefined): NodeSettings {
  if (text === undefined) return settings;
  const gigabytes = applyNodeInput(settings, 'memoryGigabytes', text);
  if (gigabytes !== settings) return gigabytes;
  const bytes = parseQuantity(text);
  if (bytes !== null && bytes > 0) return { ...settings, node_memory_bytes: bytes };
  throw new UsageError(`"${text}" is no amount of memory.`, 'Give gigabytes such as 16, or a quantity such as 64Gi.');
}

/** The settings after the edits. */
export function applyEdits(settings: NodeSettings, { cores, memory, hourly }: NodeEdits): NodeSettings {
  return withMemory(edited(edited(settings, 'cpuCores', cores), 'hourlyCost', hourly), memory);
}

export async function saveSettings(client: Client, settings: NodeSettings, signal: AbortSignal): Promise<NodeSettings> {
  try {
    return await client.costs.saveSettings(settings, { signal });
  } catch (error) {
    const next = 'Look with trimtab settings. Repeating the command is safe.';
    throw outcomeUnknown(error, { doing: 'saving the settings', next });
  }
}
