import { type Direction, scalesReplicas, scalesRequests } from '@trimtab/core';
import { AllocationCard } from '../advice/AllocationCard.tsx';
import { ReplicaCard } from '../advice/ReplicaCard.tsx';
import { TradeOffCard } from '../advice/TradeOffCard.tsx';
import { WhyCard } from '../advice/WhyCard.tsx';
import { HistoryCard } from '../history/HistoryCard.tsx';
import { PodsCard } from '../pods/PodsCard.tsx';
import { ReliabilityCard } from '../reliability/ReliabilityCard.tsx';
import { UsageCard } from '../usage/UsageCard.tsx';
import type { TargetPageState } from '../use-target.ts';
import { UtilizationCard } from '../utilization/UtilizationCard.tsx';
import type { TargetCard } from './target-card.ts';

/** Shows a card for some scaling directions. While the direction is loading the card is shown too, to reserve its space. */
const ifScaling =
  (scales: (direction: Direction) => boolean) =>
  ({ direction, isLoading }: TargetPageState): boolean =>
    direction === null ? isLoading : scales(direction);
const always = () => true;

/** The cards of the detail page, in their order within each column. */
export const targetCards: readonly TargetCard[] = [
  { title: 'Replica Suggestion', column: 'advice', isShown: ifScaling(scalesReplicas), Body: ReplicaCard },
  { title: 'Pod Resource Allocation', column: 'advice', isShown: ifScaling(scalesRequests), Body: AllocationCard },
  { title: 'Why', column: 'advice', isShown: always, Body: WhyCard },
  { title: 'Resource Utilization', column: 'usage', isShown: always, Body: UtilizationCard },
  { title: 'Actual vs predicted usage', column: 'usage', isShown: always, Body: UsageCard },
  { title: 'Reliability', column: 'usage', isShown: always, Body: ReliabilityCard },
  {
    title: 'Pods',
    column: 'usage',
    isShown: ({ missingText, isLoading }) => missingText === null && !isLoading,
    Body: PodsCard,
  },
  // Last, because they appear later than the others.
  { title: 'Reliability and cost', column: 'usage', isShown: ifScaling(scalesRequests), Body: TradeOffCard },
  { title: 'History', column: 'usage', isShown: always, Body: HistoryCard },
];
