import { deriveDirection, type Verdict, verdictOf, verdictText } from '@trimtab/core';
import { type Fact, fact } from '../../output/facts.ts';
import type { TargetDetail } from '../../services/target-get.ts';

/** What to do with the target, as its page in the console shows it. */
export function targetVerdict({ spec, found, ...answers }: TargetDetail, now: number): Verdict {
  const hpa = found?.horizontalpodautoscaler;
  const verdict = verdictOf({ ...answers, spec: spec.spec, workload: found?.target ?? null, hpa, now });
  const isUnknown = answers.isSuggestionUnread && verdict.kind === 'none' && deriveDirection(spec.spec) !== 'none';
  return isUnknown ? { ...verdict, headline: unreadSuggestion, clauses: [] } : verdict;
}

/** The sentence of the console. */
const unreadSuggestion = 'What to do is unknown, because the suggestions could not be loaded';

/** A longer cell would be cut. */
const longestCell = 250;

/** For a pipe: one line, or one line per clause if a single line would be too long. */
export function verdictFacts(verdict: Verdict): Fact[] {
  const text = verdictText(verdict);
  const lines = text.length <= longestCell ? [text] : [verdict.headline, ...verdict.clauses];
  return lines.map((line) => fact('verdict', 'Verdict', line));
}
