import { type ModelMode, modelModes, type ResourceName, tradeOffLabels } from '@trimtab/core';
import type { Recommendation, SettledRequest } from './recommendation.ts';

type OfMode = { readonly mode: ModelMode; readonly replicas: number | null; readonly own: SettledRequest };

/**
 * Explains why a more reliable mode has no larger requests. Either the replicas follow the request, so that the request
 * stays, or the mode plans more pods with smaller requests.
 */
export function tradeOffNotes(
  byMode: ReadonlyMap<ModelMode, Recommendation>,
  container: string,
  resource: ResourceName,
): string[] {
  const ofModes = modelModes.flatMap((mode): OfMode[] => {
    const known = byMode.get(mode);
    const own = known?.sized.find((one) => one.container === container && one.resource === resource);
    return known === undefined || own === undefined ? [] : [{ mode, replicas: known.replicas, own }];
  });
  if (ofModes.length > 1 && ofModes.every(isHeld)) {
    return ['All modes keep the request: with a smaller one, more pods would be needed.'];
  }
  return ofModes.flatMap((less, index) => {
    const lower = ofModes
      .slice(index + 1)
      .filter((more) => isLower(more, less) && !ofModes.slice(0, index).some((earlier) => isLower(more, earlier)));
    const reason = lower.length === 0 ? null : inversionReason(less, lower);
    if (reason === null) return [];
    const names = lower.map(({ mode }) => tradeOffLabels[mode]).join(' and ');
    return [
      `${names} ${lower.length === 1 ? 'requests' : 'request'} less than ${tradeOffLabels[less.mode]}, ${reason}.`,
    ];
  });
}

const isHeld = ({ own }: OfMode): boolean => own.adjustment?.kind === 'held';
const isLower = (one: OfMode, other: OfMode): boolean => one.own.suggestion.value < other.own.suggestion.value;

function inversionReason(less: OfMode, lower: readonly OfMode[]): string | null {
  const planned = [...new Set(lower.map(({ replicas }) => replicas))];
  const { replicas } = less;
  if (replicas !== null && planned.every((pods) => pods !== null && pods > replicas)) {
    return `because the usage is spread over ${planned.join(' and ')} pods instead of ${replicas}`;
  }
  return isHeld(less) && !lower.some(isHeld) ? 'which keeps the request because replicas follow it' : null;
}
