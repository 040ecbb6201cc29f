import type { ReactNode } from 'react';

/** The end of a list's header: the number of entries, and buttons such as the CSV download. */
export function ListTools({ count, children }: { count: string | null; children?: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-1 whitespace-nowrap">
      {count === null ? null : <p className="truncate text-small text-ink-3 tabular-nums">{count}</p>}
      {children}
    </div>
  );
}
