import type { HealthRisk, ResourceAdvice } from '@trimtab/core';

/**
 * Explains why the suggestion does not follow a risk. The risk compares the request with current usage, while the
 * suggestion uses two weeks. Null if the suggestion follows the risk or suggests nothing. `reasonOf` returns how a
 * request was adjusted to the replicas.
 */
export function riskNote(
  { type, resource }: HealthRisk,
  advice: readonly ResourceAdvice[],
  reasonOf: (advice: ResourceAdvice) => string | null,
): string | null {
  const own = advice.filter((one) => one.resource === resource);
  if (own.length === 0 || type === 'noRequest') return null;
  const change = own.reduce((sum, { current, suggested }) => sum + suggested - current, 0);
  const isFollowed = type === 'overProvisioned' ? change < 0 : change > 0;
  if (isFollowed) return null;
  const [reason = null, ...others] = new Set(own.map(reasonOf));
  return reason === null || others.length > 0
    ? `The suggestion does not ${type === 'overProvisioned' ? 'lower' : 'raise'} it: see Why.`
    : `The suggested request is ${reason}.`;
}
