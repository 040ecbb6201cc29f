import type { ReactNode } from 'react';

/** At the end of a list's heading: how many entries it has, and what can be done with them. */
export function ListTools({ count, children }: { count: string | null; children?: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-1 whitespace-nowrap">
      {count === null ? null : <p className="truncate text-small text-ink-3 tabular-nums">{count}</p>}
      {children}
    </div>
  );
}
