import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageTitle } from '../browser/PageTitle.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { ErrorState, OfflineState, PartialNotice } from './ListStates.tsx';

type HeaderProps = { title: string; incomplete: readonly string[] | undefined; children: ReactNode };

/** The top of a page with one list: breadcrumbs, description, and what the server could not read. */
export function ListHeader({ title, incomplete = [], children }: HeaderProps) {
  return (
    <>
      <PageTitle title={title} />
      <header className="flex flex-col gap-1">
        <Breadcrumbs />
        <h1 className="text-title font-semibold tracking-tight sm:text-display">{title}</h1>
        {children}
        {incomplete.map((sentence) => (
          <p key={sentence} className="text-small text-ink-3">
            {sentence}
          </p>
        ))}
      </header>
    </>
  );
}

type PagedListProps = {
  /** What `usePagedRows` returns. */
  list: {
    first: Pick<UseQueryResult, 'data' | 'error' | 'fetchStatus'> & { refetch: () => unknown };
    rows: readonly unknown[] | null;
    hasFailedPages: boolean;
    retryPages: () => void;
  };
  /** The sentence that is shown if the list could not be loaded. */
  failure: string;
  /** Shown instead of the table if the list has no rows. */
  empty: ReactNode;
  /** The table. */
  children: ReactNode;
};

/** The table of a list that is read in pages, or the reason why there is none. */
export function PagedList({ list, failure, empty, children }: PagedListProps) {
  const { data, error, fetchStatus, refetch } = list.first;
  return (
    <>
      {error && !data ? (
        <ErrorState title={failure} onRetry={() => void refetch()} />
      ) : fetchStatus === 'paused' && !data ? (
        <OfflineState />
      ) : list.rows?.length === 0 ? (
        empty
      ) : (
        children
      )}
      {list.hasFailedPages ? (
        // The end of a long list is far below the viewport. Not `sticky`, which has no effect in a card that clips its content.
        <div className="fixed bottom-2 z-2 overflow-hidden rounded-md shadow-raised print:static">
          <PartialNotice onRetry={list.retryPages}>A part of the list could not be loaded.</PartialNotice>
        </div>
      ) : null}
    </>
  );
}
