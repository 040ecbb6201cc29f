import { parseQuantity, type Suggestion } from '@trimtab/core';
import type { PublishedRequests } from '../../recommender/report-card.ts';

/** The requests of published suggestions for the report card. The suggestions are given newest first. */
export const publishedRequests =
  (suggestions: readonly Suggestion[]): PublishedRequests =>
  (container, resource) =>
    suggestions.toReversed().flatMap(({ created, resourceRecommendations }) => {
      const own = resourceRecommendations.find((one) => one.container === container)?.recommendations;
      const value = parseQuantity(own?.find((one) => one.resource === resource)?.value ?? null);
      return created === null || value === null ? [] : [{ at: Date.parse(created), value }];
    });
