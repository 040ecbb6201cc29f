import type { CheckedCandidate } from '@trimtab/core';
import { candidateKey } from '../candidates/candidate-key.ts';

/** What the preflight found, by the key of the candidate. */
export type Preflight = ReadonlyMap<string, CheckedCandidate>;

/** One sentence of the preflight, with the candidates that it is about. */
export type Finding = { text: string; isProblem: boolean; candidates: readonly CheckedCandidate[] };

export const checkedKey = ({ kind, name }: CheckedCandidate): string => candidateKey({ target_ref: { kind, name } });

/** The different sentences, problems first and then those about the most candidates. */
export function groupFindings(preflight: Preflight): Finding[] {
  const found = new Map<string, { text: string; isProblem: boolean; candidates: CheckedCandidate[] }>();
  const add = (text: string, isProblem: boolean, candidate: CheckedCandidate) => {
    const finding = found.get(text) ?? { text, isProblem, candidates: [] };
    finding.candidates.push(candidate);
    found.set(text, finding);
  };
  for (const candidate of preflight.values()) {
    for (const text of candidate.problems) add(text, true, candidate);
    for (const text of candidate.warnings) add(text, false, candidate);
  }
  return [...found.values()].toSorted(
    (a, b) => Number(b.isProblem) - Number(a.isProblem) || b.candidates.length - a.candidates.length,
  );
}

/** The worst that was found of a candidate. */
export function verdictOf({ problems, warnings }: CheckedCandidate): 'problem' | 'warning' | 'ready' {
  if (problems.length > 0) return 'problem';
  return warnings.length > 0 ? 'warning' : 'ready';
}
