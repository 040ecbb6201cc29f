import type { Client, Suggestion, TargetName } from '@trimtab/core';
import { failWrite } from './unknown-outcome.ts';
import { refuseUnknownTarget } from './unknown-target.ts';

export function createSuggestion(client: Client, target: TargetName): Promise<Suggestion> {
  const { namespace, name } = target;
  const next = `To see the suggestion: trimtab target ${name} -n ${namespace}. The command can be repeated safely.`;
  return client.suggestions
    .create(target)
    .catch(refuseUnknownTarget(target))
    .catch(failWrite(`computing a suggestion for ${name}`, next));
}
