import type { RecommendationType } from '../api/schemas/views.ts';

/** Appearance of a Predicted Need badge: a tone and, for a change, an arrow. */
type PredictedNeedBadge =
  | { readonly tone: 'hint' | 'error'; readonly arrow: null }
  | { readonly tone: 'change'; readonly arrow: 'up' | 'down' };

const badges: Readonly<Record<RecommendationType, PredictedNeedBadge>> = {
  noChange: { tone: 'hint', arrow: null },
  error: { tone: 'error', arrow: null },
  noSuggestions: { tone: 'error', arrow: null },
  upDelta: { tone: 'change', arrow: 'up' },
  downDelta: { tone: 'change', arrow: 'down' },
};

export function predictedNeedBadge(type: RecommendationType): PredictedNeedBadge {
  return badges[type];
}
