import { isResourceName, parseQuantity, type ResourceName, type Suggestion } from '@trimtab/core';

/** A request that the user chose instead of the suggested one, in cores or bytes. */
export type ChosenRequest = {
  readonly container: string;
  readonly resource: ResourceName;
  readonly request: number;
};

/** The text for the URL. Names of containers have no slash. */
export const printChosen = ({ container, resource, request }: ChosenRequest): string =>
  `${container}/${resource}/${request}`;

/** Null for a text that names no request above 0. */
export function readChosen(text: string | null): ChosenRequest | null {
  const [container = '', resource = '', amount = '', ...rest] = text?.split('/') ?? [];
  const request = Number(amount);
  if (container === '' || !isResourceName(resource) || rest.length > 0) return null;
  return Number.isFinite(request) && request > 0 ? { container, resource, request } : null;
}

type Recommended = Suggestion['resourceRecommendations'][number]['recommendations'][number];

/** The suggested request that a choice replaces; null if none is suggested. */
export function replacedBy({ container, resource }: ChosenRequest, suggestion: Suggestion): Recommended | null {
  const own = suggestion.resourceRecommendations.find((one) => one.container === container);
  return own?.recommendations.find((one) => one.resource === resource) ?? null;
}

/**
 * The suggestion with the chosen request. Its limit becomes the request if both were equal or the limit would be lower;
 * otherwise the limit stays.
 */
export function withChosen(suggestion: Suggestion, chosen: ChosenRequest): Suggestion {
  const replaced = replacedBy(chosen, suggestion);
  return {
    ...suggestion,
    resourceRecommendations: suggestion.resourceRecommendations.map((one) => ({
      ...one,
      recommendations: one.recommendations.map((other) =>
        other === replaced ? changed(other, chosen.request) : other,
      ),
    })),
  };
}

function changed({ limit, ...recommended }: Recommended, request: number): Recommended {
  const known = parseQuantity(limit);
  if (limit === undefined || known === null)
    return { ...recommended, value: request, ...(limit === undefined ? {} : { limit }) };
  const follows = known === parseQuantity(recommended.value) || known < request;
  return { ...recommended, value: request, limit: follows ? request : limit };
}
