import { useQuery } from '@tanstack/react-query';
import { scalesReplicas, scalesRequests, toastText } from '@trimtab/core';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { useClient } from '../../lib/client.tsx';
import { pollMs, suggestionQuery, type TargetId } from './queries.ts';
import { useViewParams } from '../../lib/search-param.ts';
import { CardBoundary } from '../../table/CardBoundary.tsx';
import { EmptyState, ErrorState } from '../../table/ListStates.tsx';
import { Card } from '../../ui/Card.tsx';
import { AllocationCard } from './AllocationCard.tsx';
import { Banners } from './Banners.tsx';
import { LastForecast } from './LastForecast.tsx';
import { PodsCard } from './PodsCard.tsx';
import { ReplicaCard } from './ReplicaCard.tsx';
import { StatsRow } from './StatsRow.tsx';
import { TargetFrame } from './TargetFrame.tsx';
import { UsageCard } from './UsageCard.tsx';
import { useDrawer } from './use-drawer.tsx';
import { useExplanation } from './use-explanation.ts';
import { useTarget } from './use-target.ts';
import { UtilizationCard } from './UtilizationCard.tsx';
import { WhyCard } from './WhyCard.tsx';

/** The detail page of one target; another target is another page, so nothing of the last one can be painted on it. */
export function TargetPage() {
  const { namespace = '', name = '' } = useParams();
  const id = useMemo(() => ({ namespace, name }), [namespace, name]);
  return <Details key={`${namespace}\n${name}`} id={id} />;
}

function Details({ id }: { id: TargetId }) {
  const { state, failure, isUnknown, retry } = useTarget(id);
  const { data: suggestion, isError } = useQuery({
    ...suggestionQuery(useClient(), id),
    enabled: !isUnknown,
    refetchInterval: pollMs.suggestions,
  });
  const explanation = useExplanation(id, suggestion ?? null);
  const [, change] = useViewParams();
  useDrawer(id, state.workload === null ? null : suggestion);
  const { direction, workload, missingText, spec } = state;
  const shared = { suggestion, failed: isError, workload };

  if (isUnknown)
    return (
      <TargetFrame id={id} tab="details">
        <Card>
          <EmptyState title="No target of this name is enrolled">
            It may have been removed, or be called something else. The search above finds every target by its name.
          </EmptyState>
        </Card>
      </TargetFrame>
    );
  return (
    <TargetFrame id={id} tab="details" aside={<LastForecast suggestion={suggestion} failed={isError} />}>
      {failure === null ? null : (
        <Card>
          <ErrorState title="The target could not be loaded." detail={toastText(failure)} onRetry={retry} />
        </Card>
      )}
      <CardBoundary name="The banners">
        <Banners state={state} />
      </CardBoundary>
      <CardBoundary name="The stats row">
        <StatsRow state={state} />
      </CardBoundary>
      <div className="grid items-start gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="grid min-w-0 items-start gap-4 md:grid-cols-2 xl:grid-cols-1">
          {(direction === null && state.isLoading) || (direction !== null && scalesReplicas(direction)) ? (
            <CardBoundary name="The replica suggestion">
              <ReplicaCard {...shared} explanation={explanation.ofReplicas} />
            </CardBoundary>
          ) : null}
          {(direction === null && state.isLoading) || (direction !== null && scalesRequests(direction)) ? (
            <CardBoundary name="The pod resource allocation">
              <AllocationCard {...shared} spec={spec} explain={explanation.ofAdvice} />
            </CardBoundary>
          ) : null}
          <CardBoundary name="The reason">
            <WhyCard
              suggestion={suggestion}
              failed={isError}
              canExplain={explanation.isOffered}
              onOpen={(drawer) => change({ drawer, pod: null })}
            />
          </CardBoundary>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <CardBoundary name="The resource utilization">
            <UtilizationCard state={state} onViewAll={() => change({ drawer: 'resources', pod: null })} />
          </CardBoundary>
          <UsageCard id={id} suggestion={suggestion} workload={workload} />
          {missingText === null && !state.isLoading ? (
            <CardBoundary name="The pods">
              <PodsCard id={id} />
            </CardBoundary>
          ) : null}
        </div>
      </div>
    </TargetFrame>
  );
}
