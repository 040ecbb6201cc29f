import type { Clock, RequestContext, TargetRecord } from '../../ports/index.ts';
import { PerPrincipal } from '../cache/per-principal.ts';

/** How long a client may take from the first page to the last. */
const snapshotMs = 60_000;
/** The bound for the records of all principals together. */
const mostRecords = 40_000;

type Started = { readonly records: readonly TargetRecord[]; readonly at: number };

/**
 * Returns the records that a page is cut from. The first page fixes them for a minute, so that each target is on exactly
 * one page even if others are enrolled or removed between two pages. Every list is fixed separately.
 */
export type Pagination = (
  list: string,
  context: RequestContext,
  now: readonly TargetRecord[],
  page: { readonly offset: number },
) => readonly TargetRecord[];

export function createPagination(clock: Clock): Pagination {
  const principals = new PerPrincipal(clock, (): { started: Started | null } => ({ started: null }), {
    weigh: ({ started }) => started?.records.length ?? 0,
    mostWeight: mostRecords,
  });
  return (list, { principal }, now, { offset }) => {
    const state = principals.of(`${principal} ${list}`);
    const age = state.started === null ? snapshotMs : clock.now() - state.started.at;
    if (offset > 0) return state.started !== null && age >= 0 && age < snapshotMs ? state.started.records : now;
    state.started = { records: now, at: clock.now() };
    principals.trim();
    return now;
  };
}
