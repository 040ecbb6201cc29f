import type { ReactNode } from 'react';

/** The title of a card, with its controls at the right. */
export function CardHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2">
      <h2 className="text-lead font-semibold">{title}</h2>
      {children}
    </header>
  );
}
