import { formatDate } from '@trimtab/core';
import type { ReactNode } from 'react';

/** The labels of an axis. */
export const axis = { fontSize: 11, fill: 'var(--color-ink-3)' } as const;

/** The values at the crosshair: the time, and one `Reading` for each value. */
export function ReadingCard({ at, children }: { at: number; children: ReactNode }) {
  return (
    <div className="rounded-md border bg-raised px-3 py-2 text-small shadow-raised">
      <p className="mb-1 text-ink-3">{formatDate(at, 'MMM d, HH:mm')}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5">{children}</dl>
    </div>
  );
}

export function Reading({ term, color, text }: { term: string; color: string; text: string }) {
  return (
    <>
      <dt className="flex items-center gap-1.5 text-ink-2">
        <span aria-hidden="true" className={`size-2 rounded-full ${color}`} />
        {term}
      </dt>
      <dd className="text-right font-medium">{text}</dd>
    </>
  );
}
