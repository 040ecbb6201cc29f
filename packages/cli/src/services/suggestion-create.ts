import type { Client, Suggestion } from '@trimtab/core';
import { outcomeUnknown } from './unknown-outcome.ts';
import { refuseUnknownTarget } from './unknown-target.ts';

type Wanted = {
  namespace: string;
  name: string;
  signal: AbortSignal;
};

export async function createSuggestion(client: Client, { signal, ...target }: Wanted): Promise<Suggestion> {
  try {
    return await client.suggestions.create(target, { signal });
  } catch (error) {
    const { namespace, name } = target;
    const next = `To see the suggestion: trimtab target ${name} -n ${namespace}. The command can be repeated safely.`;
    return refuseUnknownTarget(outcomeUnknown(error, { action: `computing a suggestion for ${name}`, next }), target);
  }
}
