import type { Clock, RequestContext, TargetRecord } from '../../ports/index.ts';
import { PerPrincipal } from '../cache/per-principal.ts';

/** As long as a client may take from the first page to the last. */
const walkMs = 60_000;
/** Records that are held for paginate, of all principals together. */
const mostRecords = 40_000;

type Begun = { readonly records: readonly TargetRecord[]; readonly at: number };

/**
 * What a page is cut from. The first page is of what is enrolled now; those that follow within a minute are of the same,
 * so that a target which is there all the while is on one page exactly, whatever comes and goes between two of them
 * (reliability.md, "Paging under change"). Every list is walked by itself.
 */
export type Pagination = (
  list: string,
  context: RequestContext,
  now: readonly TargetRecord[],
  page: { readonly offset: number },
) => readonly TargetRecord[];

export function createPagination(clock: Clock): Pagination {
  const principals = new PerPrincipal(clock, (): { begun: Begun | null } => ({ begun: null }), {
    weigh: ({ begun }) => begun?.records.length ?? 0,
    mostWeight: mostRecords,
  });
  return (list, { principal }, now, { offset }) => {
    const walk = principals.of(`${principal} ${list}`);
    const age = walk.begun === null ? walkMs : clock.now() - walk.begun.at;
    if (offset > 0) return walk.begun !== null && age >= 0 && age < walkMs ? walk.begun.records : now;
    walk.begun = { records: now, at: clock.now() };
    principals.trim();
    return now;
  };
}
