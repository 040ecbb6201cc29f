import { dayMs } from '@trimtab/core';
import { DomainError, requireStartBeforeEnd, type Window } from '../../ports/index.ts';
import type { TargetId } from './manifest.ts';

export type ExportRequest = {
  /** Null: all targets. */
  readonly target: TargetId | null;
  readonly window: Window;
  readonly podLogs: boolean;
  /** Whether the caller may read logs. */
  readonly mayReadLogs: boolean;
  readonly metrics: boolean;
};

const usualLengthMs = 7 * dayMs;
/** The server stores history for 400 days. */
const maximumLengthMs = 400 * dayMs;

/** By default the last seven days. With an end alone, the seven days before it. */
export function requestedWindow(start: number | null, end: number | null, now: number): Window {
  const to = end ?? now;
  const from = start ?? to - usualLengthMs;
  requireStartBeforeEnd(from, to);
  if (to - from > maximumLengthMs) {
    throw new DomainError('invalid', 'Parameters start and end must not be more than 400 days apart.');
  }
  // A client's clock may be fast, so an end in the future is replaced by now.
  const latest = Math.min(to, now);
  if (from >= latest) throw new DomainError('invalid', 'Parameter start must be in the past.');
  return { start: from, end: latest };
}

export function exportTarget(namespace: string | null, name: string | null): TargetId | null {
  if (namespace === null && name === null) return null;
  if (!namespace || !name) {
    throw new DomainError('invalid', 'Parameters namespace and targetName must be given together, or neither of them.');
  }
  return { namespace, name };
}

/**
 * Seconds between two values: five minutes for one target, an hour for all targets. Longer windows get longer steps, so
 * that no series has more points than a week has, and the file of one target fits in memory.
 */
export function exportStepSeconds({ target, window }: ExportRequest): number {
  const seconds = (window.end - window.start) / 1_000;
  const finest = target === null ? 3_600 : 300;
  return Math.max(finest, Math.ceil(seconds / 2_016 / 300) * 300);
}
