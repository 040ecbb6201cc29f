import type { ReactNode } from 'react';

/** One term of the stats row with its value. */
export function Stat({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0 bg-surface px-4 py-3">
      <dt className="text-small text-ink-3">{term}</dt>
      <dd className="flex min-h-8 flex-wrap content-start items-baseline text-lead font-semibold xl:min-h-6 xl:text-title">
        {children}
      </dd>
    </div>
  );
}
