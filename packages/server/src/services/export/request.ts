import { dayMs } from '@trimtab/core';
import { DomainError, type Window } from '../../ports/index.ts';
import type { TargetId } from './manifest.ts';

export type ExportRequest = {
  /** Null: all targets. */
  readonly target: TargetId | null;
  readonly window: Window;
  readonly podLogs: boolean;
  readonly metrics: boolean;
};

const usualLengthMs = 7 * dayMs;
/** As long as the server keeps history. */
const maximumLengthMs = 400 * dayMs;

/** The last seven days where nothing was said; an end alone means the seven days before it. */
export function exportWindow(start: number | null, end: number | null, now: number): Window {
  const to = end ?? now;
  const from = start ?? to - usualLengthMs;
  if (from >= to) throw new DomainError('invalid', 'Parameter start must be before end.');
  if (to - from > maximumLengthMs) {
    throw new DomainError('invalid', 'Parameters start and end must not be more than 400 days apart.');
  }
  // A clock ahead of ours asks for what has not happened yet (reliability.md S5).
  const latest = Math.min(to, now);
  if (from >= latest) throw new DomainError('invalid', 'Parameter start must be in the past.');
  return { start: from, end: latest };
}

export function exportTarget(namespace: string | null, name: string | null): TargetId | null {
  if (namespace === null && name === null) return null;
  if (!namespace || !name) {
    throw new DomainError(
      'invalid',
      'Parameters namespace and targetName name one target together: give both or neither.',
    );
  }
  return { namespace, name };
}

/**
 * Seconds between two values. One target comes as it was sampled by the recommender, all of them as hours; a longer
 * window is thinned to as many points as a week has, which keeps the file of one target in the memory it is made in.
 */
export function exportStepSeconds({ target, window }: ExportRequest): number {
  const seconds = (window.end - window.start) / 1_000;
  const finest = target === null ? 3_600 : 300;
  return Math.max(finest, Math.ceil(seconds / 2_016 / 300) * 300);
}
