import { applyNodeInput, type Client, type NodeSettings, parseQuantity } from '@trimtab/core';
import { UsageError } from '../failure.ts';
import { failWrite } from './unknown-outcome.ts';

/** The typed values. Absent values are not changed. */
type NodeEdits = {
  cores?: string;
  /** Gigabytes of 10^9 bytes, as in the console, or a Kubernetes quantity. */
  memory?: string;
  hourly?: string;
};

function edited(settings: NodeSettings, input: 'cpuCores' | 'hourlyCost', text: string | undefined): NodeSettings {
  if (text === undefined) return settings;
  const after = applyNodeInput(settings, input, text);
  // Core returns the same object for an invalid value.
  if (after !== settings) return after;
  const flag = input === 'cpuCores' ? '--cores' : '--hourly';
  throw new UsageError(`${flag} must be a number above 0, not "${text}". Nothing was saved.`);
}

function withMemory(settings: NodeSettings, text: string | undefined): NodeSettings {
  if (text === undefined) return settings;
  const gigabytes = applyNodeInput(settings, 'memoryGigabytes', text);
  if (gigabytes !== settings) return gigabytes;
  const bytes = parseQuantity(text);
  if (bytes !== null && bytes > 0) return { ...settings, node_memory_bytes: bytes };
  throw new UsageError(
    `"${text}" is not an amount of memory. Nothing was saved.`,
    'Use gigabytes such as 16, or a quantity such as 64Gi.',
  );
}

export function applyEdits(settings: NodeSettings, { cores, memory, hourly }: NodeEdits): NodeSettings {
  return withMemory(edited(edited(settings, 'cpuCores', cores), 'hourlyCost', hourly), memory);
}

export function saveSettings(client: Client, settings: NodeSettings): Promise<NodeSettings> {
  const next = 'To see the saved settings: trimtab settings. The command can be repeated safely.';
  return client.costs.saveSettings(settings).catch(failWrite('saving the settings', next));
}
