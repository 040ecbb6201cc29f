import { type Direction, scalesReplicas, scalesRequests } from '@trimtab/core';
import { AllocationCard } from '../advice/AllocationCard.tsx';
import { ReplicaCard } from '../advice/ReplicaCard.tsx';
import { WhyCard } from '../advice/WhyCard.tsx';
import { PodsCard } from '../pods/PodsCard.tsx';
import { UsageCard } from '../usage/UsageCard.tsx';
import type { TargetState } from '../use-target.ts';
import { UtilizationCard } from '../utilization/UtilizationCard.tsx';
import type { TargetCard } from './target-card.ts';

/** As long as the direction is not known, every card that may come keeps its place. */
const where =
  (scales: (direction: Direction) => boolean) =>
  ({ direction, isLoading }: TargetState): boolean =>
    direction === null ? isLoading : scales(direction);
const always = () => true;

/** The cards of the detail page, in the order of their columns. A new card is a line here. */
export const targetCards: readonly TargetCard[] = [
  { title: 'Replica Suggestion', column: 'advice', isShown: where(scalesReplicas), Body: ReplicaCard },
  { title: 'Pod Resource Allocation', column: 'advice', isShown: where(scalesRequests), Body: AllocationCard },
  { title: 'Why', column: 'advice', isShown: always, Body: WhyCard },
  { title: 'Resource Utilization', column: 'usage', isShown: always, Body: UtilizationCard },
  { title: 'Actual vs predicted usage', column: 'usage', isShown: always, Body: UsageCard },
  {
    title: 'Pods',
    column: 'usage',
    isShown: ({ missingText, isLoading }) => missingText === null && !isLoading,
    Body: PodsCard,
  },
];
