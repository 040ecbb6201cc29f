import { useQuery } from '@tanstack/react-query';
import { toastText } from '@trimtab/core';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { useClient } from '../../lib/client.tsx';
import { useViewParams } from '../../lib/search-param.ts';
import { CardBoundary } from '../../table/CardBoundary.tsx';
import { EmptyState, ErrorState } from '../../table/ListStates.tsx';
import { Card } from '../../ui/Card.tsx';
import { CardColumn } from './CardColumn.tsx';
import { HealthStrip } from './HealthStrip.tsx';
import { LastForecast } from './LastForecast.tsx';
import { pollMs, suggestionQuery, type TargetId } from './queries.ts';
import { StatsRow } from './StatsRow.tsx';
import { TargetFrame } from './TargetFrame.tsx';
import type { TargetCardProps } from './target-card.ts';
import { useDrawer } from './use-drawer.tsx';
import { useExplanation } from './use-explanation.ts';
import { useTarget } from './use-target.ts';

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
  const explain = useExplanation(state, suggestion ?? null);
  const [, change] = useViewParams();
  useDrawer(id, state.workload === null ? null : suggestion);
  const told: TargetCardProps = {
    id,
    state,
    suggestion,
    failed: isError,
    explain,
    open: (drawer) => change({ drawer, pod: null }),
  };

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
      <CardBoundary name="The health of the target">
        <HealthStrip state={state} />
      </CardBoundary>
      <CardBoundary name="The stats row">
        <StatsRow state={state} />
      </CardBoundary>
      <div className="grid items-start gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]">
        <CardColumn
          {...told}
          column="advice"
          className="grid min-w-0 items-start gap-4 md:grid-cols-2 xl:grid-cols-1"
        />
        <CardColumn {...told} column="usage" className="flex min-w-0 flex-col gap-4" />
      </div>
    </TargetFrame>
  );
}
