import type { Client, Suggestion } from '@trimtab/core';
import { outcomeUnknown } from './unknown-outcome.ts';
import { refuseUnknownTarget } from './unknown-target.ts';

type Wanted = {
  namespace: string;
  name: string;
  signal: AbortSignal;
};

/** Computes a suggestion now. */
export async function createSuggestion(client: Client, { signal, ...target }: Wanted): Promise<Suggestion> {
  try {
    return await client.suggestions.create(target, { signal });
  } catch (error) {
    const { namespace, name } = target;
    const next = `Look with trimtab target ${name} -n ${namespace}. Repeating the command is safe.`;
    return refuseUnknownTarget(outcomeUnknown(error, { doing: `computing a suggestion for ${name}`, next }), target);
  }
}
