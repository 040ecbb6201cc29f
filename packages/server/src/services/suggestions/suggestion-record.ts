import { explanationSchema, type Suggestion, suggestionSchema } from '@trimtab/core';
import * as z from 'zod/mini';
import type { StoredSuggestion } from '../../ports/index.ts';
import { explain } from '../../recommender/explanation.ts';
import type { Recommendation } from '../../recommender/recommendation.ts';
import type { Advised } from './evaluation.ts';
import { suggestionOf } from './suggestion-view.ts';

/** Suggestions that were stored once a day. Their body is the answer of the API. */
const answerOnlyVersion = 0;
/** The answer together with the record of its inputs. */
const recordVersion = 1;

/** The answer is stored with its inputs, so that every version of the server can list it. */
export function encodeSuggestion(target: { readonly namespace: string; readonly name: string }, advised: Advised) {
  const { id, publishedAt, because, currentReplicas, appliesTo, newestKillAt, recommendation } = advised;
  const record = { because, currentReplicas, appliesTo, newestKillAt, recommendation };
  const stored: StoredSuggestion = {
    namespace: target.namespace,
    name: target.name,
    createdAt: publishedAt,
    id,
    version: recordVersion,
    body: JSON.stringify({ answer: suggestionOf(advised, null), record }),
  };
  return stored;
}

const withAnswer = z.object({ answer: suggestionSchema });
const withRecord = z.object({
  record: z.object({
    because: z.string(),
    currentReplicas: z.nullable(z.number()),
    appliesTo: z.string(),
    newestKillAt: z.nullable(z.number()),
    recommendation: z.custom<Recommendation>((value) => typeof value === 'object' && value !== null),
  }),
});

/** The suggestion as the API returned it; null if the body is damaged. */
export function readAnswer({ id, version, body }: StoredSuggestion): Suggestion | null {
  const content = fromJson(body);
  const answer =
    version === answerOnlyVersion
      ? suggestionSchema.safeParse(content).data
      : withAnswer.safeParse(content).data?.answer;
  return answer === undefined ? null : { ...answer, id };
}

/** The suggestion with its inputs; null if it cannot be explained because another version stored it. */
export function readRecord(stored: StoredSuggestion): Advised | null {
  const record = readOwnRecord(stored);
  return record !== null && canBeExplained(stored, record.recommendation) ? record : null;
}

/** Like `readRecord`, for a suggestion that this version of the server stored, which is always explainable. */
export function readOwnRecord({ id, createdAt, version, body }: StoredSuggestion): Advised | null {
  if (version !== recordVersion) return null;
  const content = withRecord.safeParse(fromJson(body));
  return content.success ? { kind: 'advised', id, publishedAt: createdAt, ...content.data.record } : null;
}

/** Another version's recommendation may have other fields. The schema checks what the explanation needs. */
function canBeExplained(target: { namespace: string; name: string }, recommendation: Recommendation): boolean {
  const { scaled } = recommendation;
  // Older versions planned replicas without an HPA only for the last day.
  if (scaled !== null && scaled.bounds === null && !scaled.suggestion.lastWeek) return false;
  try {
    return explanationSchema.safeParse(explain({ ...target, kind: '' }, recommendation, [], [])).success;
  } catch {
    return false;
  }
}

function fromJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
