import type { Suggestion } from '../api/schemas/suggestions.ts';
import { parseQuantity } from '../quantity/quantity.ts';
import { isResourceName, type ResourceName } from './resource.ts';
import { relativeChange } from './tolerance.ts';

/** The suggestion for one resource of one container, per pod, in cores or bytes. */
export type ResourceAdvice = {
  readonly container: string;
  readonly resource: ResourceName;
  readonly current: number;
  readonly suggested: number;
  /** (suggested − current) ÷ current. */
  readonly change: number;
  /** The limit that goes with the suggested request; null for none. Absent: unknown. */
  readonly limit?: number | null;
  /** Why the limit changes, or what limited the request. */
  readonly reason?: string;
};

/**
 * When the forecasts of a suggestion were computed; undefined without a suggestion. A suggestion with an id stays
 * current for days, while its forecasts, which begin at the newest sample, are replaced. Without an id, both have the
 * same age.
 */
export function lastForecastAt(
  suggestion: Pick<Suggestion, 'id' | 'created' | 'forecasts'> | null | undefined,
): string | null | undefined {
  if (suggestion?.id === undefined) return suggestion?.created;
  return suggestion.forecasts[0]?.values[0]?.timestamp ?? suggestion.created;
}

/** The current requests of a container, as in `ScaleTarget.containers`. */
type ContainerRequests = {
  readonly name: string;
  readonly average_requests: {
    readonly cpu?: number | null | undefined;
    readonly memory?: number | null | undefined;
  };
};

/**
 * The resource recommendations of a suggestion with the current requests. An entry whose change is not a finite number
 * is dropped, because it has no current request or no readable value.
 */
export function resourceAdvice(
  suggestion: Pick<Suggestion, 'resourceRecommendations'> | null | undefined,
  containers: readonly ContainerRequests[],
): ResourceAdvice[] {
  const requests = new Map(containers.map(({ name, average_requests }) => [name, average_requests]));
  return (suggestion?.resourceRecommendations ?? []).flatMap(({ container, recommendations }) =>
    recommendations.flatMap(({ resource, value, limit, reason }): ResourceAdvice[] => {
      const suggested = parseQuantity(value);
      const current = isResourceName(resource) ? (requests.get(container)?.[resource] ?? null) : null;
      const change = relativeChange(current, suggested);
      if (!isResourceName(resource) || current === null || suggested === null || change === null) return [];
      return [
        {
          container,
          resource,
          current,
          suggested,
          change,
          ...(limit === undefined ? {} : { limit: parseQuantity(limit) }),
          ...(reason === undefined ? {} : { reason }),
        },
      ];
    }),
  );
}
