import type { CheckedCandidate } from '@trimtab/core';
import { candidateKey } from '../candidates/candidate-key.ts';

/** The findings of the preflight, by the key of the candidate. */
export type Preflight = ReadonlyMap<string, CheckedCandidate>;

/** One sentence of the preflight, with the candidates that it applies to. */
export type Severity = 'problem' | 'warning' | 'note';
export type Finding = { text: string; severity: Severity; candidates: readonly CheckedCandidate[] };

export const checkedKey = ({ kind, name }: CheckedCandidate): string => candidateKey({ target_ref: { kind, name } });

const order: readonly Severity[] = ['problem', 'warning', 'note'];

/**
 * The distinct sentences: problems first, then warnings. Within each group, sentences about the most candidates come
 * first.
 */
export function groupFindings(preflight: Preflight): Finding[] {
  const found = new Map<string, Omit<Finding, 'candidates'> & { candidates: CheckedCandidate[] }>();
  const add = (text: string, severity: Severity, candidate: CheckedCandidate) => {
    const finding = found.get(text) ?? { text, severity, candidates: [] };
    finding.candidates.push(candidate);
    found.set(text, finding);
  };
  for (const candidate of preflight.values()) {
    for (const text of candidate.problems) add(text, 'problem', candidate);
    for (const text of candidate.warnings) add(text, 'warning', candidate);
    for (const text of candidate.notes ?? []) add(text, 'note', candidate);
  }
  return [...found.values()].toSorted(
    (a, b) => order.indexOf(a.severity) - order.indexOf(b.severity) || b.candidates.length - a.candidates.length,
  );
}

/** The most severe finding about a candidate. */
export function verdictOf({ problems, warnings }: CheckedCandidate): 'problem' | 'warning' | 'ready' {
  if (problems.length > 0) return 'problem';
  return warnings.length > 0 ? 'warning' : 'ready';
}
