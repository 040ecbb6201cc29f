import type { Sample } from '../client/response.ts';
import { podKey } from './owners.ts';

/** Values by `namespace/pod`. */
export function valuesByPod(samples: readonly Sample[]): Map<string, number> {
  const values = new Map<string, number>();
  for (const { labels, value } of samples) if (value !== null) values.set(podKey(labels), value);
  return values;
}

/** Phases by `namespace/pod`. Pass only series with the value 1, which marks the current phase. */
export function phasesByPod(samples: readonly Sample[]): Map<string, string> {
  return new Map(samples.map(({ labels }) => [podKey(labels), labels['phase'] ?? '']));
}
