import type { ReactNode } from 'react';
import { PageTitle } from '../../lib/PageTitle.tsx';

/** The name of the target that a page is about, under its namespace. */
export function TargetHeading({
  namespace,
  name,
  children,
}: {
  namespace: string;
  name: string;
  children?: ReactNode;
}) {
  return (
    <header>
      <PageTitle title={name} />
      <p className="text-ink-3">
        <bdi>{namespace}</bdi>
      </p>
      <h1 className="flex flex-wrap items-center gap-3 text-display font-semibold tracking-tight break-all">
        <bdi>{name}</bdi>
        {children}
      </h1>
    </header>
  );
}
