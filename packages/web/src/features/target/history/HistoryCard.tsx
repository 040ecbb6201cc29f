import { lazy, Suspense } from 'react';
import { loadModule, thisPage } from '../../../browser/chunk-reload.ts';
import { useFlags } from '../../../context/configuration.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import type { TargetCardProps } from '../cards/target-card.ts';

const HistoryView = lazy(async () => ({
  default: await loadModule(
    'history',
    () => import('./HistoryView.tsx').then((module) => module.HistoryView),
    thisPage,
  ),
}));

/** The recorded changes of the target. Hidden if the server does not record them. */
export function HistoryCard({ id }: TargetCardProps) {
  if (!useFlags().extensions.has('views.changes')) return null;
  return (
    <Suspense
      fallback={
        <>
          <CardHeader title="History" />
          <Skeleton className="m-4 h-24" />
        </>
      }
    >
      <HistoryView id={id} />
    </Suspense>
  );
}
