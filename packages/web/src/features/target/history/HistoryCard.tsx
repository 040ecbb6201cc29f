import { loadedLater } from '../../../browser/loaded-later.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import type { TargetCardProps } from '../cards/target-card.ts';
import { useHasHistory } from './use-has-history.ts';

const HistoryView = loadedLater(
  'history',
  () => import('./HistoryView.tsx').then((module) => module.HistoryView),
  <>
    <CardHeader title="History" />
    <Skeleton className="m-4 h-24" />
  </>,
);

/** The recorded changes of the target. Hidden if the server does not record them. */
export function HistoryCard({ id }: TargetCardProps) {
  if (!useHasHistory()) return null;
  return <HistoryView id={id} />;
}
