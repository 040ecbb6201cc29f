import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useClient } from '../../api/client.tsx';
import { useViewParams } from '../../browser/search-params.ts';
import { CardBoundary } from '../../table/CardBoundary.tsx';
import { ErrorState } from '../../table/ListStates.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useExplanation } from './advice/use-explanation.ts';
import { CardColumn } from './cards/CardColumn.tsx';
import type { TargetCardProps } from './cards/target-card.ts';
import { WaitingCards } from './cards/WaitingCards.tsx';
import { HealthStrip } from './header/HealthStrip.tsx';
import { LastForecast } from './header/LastForecast.tsx';
import { StatsRow } from './header/StatsRow.tsx';
import { VerdictLine } from './header/VerdictLine.tsx';
import { useUnenrollModal } from './history/use-unenroll-modal.tsx';
import { pollMs, suggestionQuery, type TargetId } from './queries.ts';
import { reliabilityQuery } from './reliability/use-reliability.ts';
import { TargetFrame } from './TargetFrame.tsx';
import { UnknownTarget } from './UnknownTarget.tsx';
import { targetCatalogQuery } from './usage/queries.ts';
import { useDrawer } from './use-drawer.tsx';
import { useInitialWait } from './use-initial-wait.ts';
import { useTarget } from './use-target.ts';
import { useTargetId } from './use-target-id.ts';

/** The maximum time that the cards wait for each other. */
const initialWaitMs = 2_000;

/** The detail page of one target. The key remounts it for another target, so that no data of the previous one is shown. */
export function TargetPage() {
  const id = useTargetId();
  return <Details key={`${id.namespace}\n${id.name}`} id={id} />;
}

function Details({ id }: { id: TargetId }) {
  const { state, failure, isUnknown, isMeasuring, retry } = useTarget(id);
  const client = useClient();
  const {
    data: suggestion,
    isError,
    isLoading,
  } = useQuery({
    ...suggestionQuery(client, id),
    enabled: !isUnknown,
    refetchInterval: pollMs.suggestions,
  });
  // Fetched here because the chart needs it first and is not mounted yet.
  useQuery({
    ...targetCatalogQuery(client, id),
    enabled: !isUnknown,
    refetchInterval: ({ state: { status } }) => (status === 'error' ? pollMs.suggestions : false),
  });
  useQuery({
    ...reliabilityQuery(client, id),
    enabled: !isUnknown,
    // If the server does not have the call, it is not sent again.
    refetchInterval: ({ state: { status } }) => (status === 'error' ? false : pollMs.reliability),
  });
  // Cards that appear one after the other would move the layout, so all of them appear together.
  const isWaiting = useInitialWait(state.isLoading || isMeasuring || isLoading, initialWaitMs);
  // If the target could not be loaded there are no suggestions, and the column for them is omitted.
  const hasAdvice = state.isLoading || state.direction !== null || Boolean(suggestion) || isLoading;
  const explain = useExplanation(state, suggestion ?? null);
  const [, change] = useViewParams();
  const show = useDrawer(id, suggestion, state.workload !== null);
  const open = useCallback<TargetCardProps['open']>(
    (drawer, chosen) => {
      change({ drawer, pod: null, request: chosen ?? null });
      // The drawer of a patch reads its request from the URL.
      if (drawer !== 'take') show(drawer);
    },
    [change, show],
  );
  useUnenrollModal(state);
  const cardProps: TargetCardProps = {
    id,
    state,
    suggestion,
    failed: isError,
    explain,
    open,
  };

  if (isUnknown)
    return (
      <TargetFrame id={id} tab="details">
        <UnknownTarget />
      </TargetFrame>
    );
  return (
    <TargetFrame
      id={id}
      tab="details"
      aside={<LastForecast suggestion={suggestion} failed={isError} isWorkloadMissing={state.missingText !== null} />}
    >
      {failure === null ? null : (
        <Card>
          <ErrorState title="The target could not be loaded." onRetry={retry} />
        </Card>
      )}
      {failure === null ? (
        <CardBoundary name="The verdict">
          <VerdictLine state={state} suggestion={suggestion} failed={isError} isWaiting={isWaiting} open={open} />
        </CardBoundary>
      ) : null}
      <CardBoundary name="The health of the target">
        <HealthStrip
          state={state}
          suggestion={suggestion}
          explain={explain}
          isWaiting={isWaiting}
          isMeasuring={isMeasuring}
        />
      </CardBoundary>
      <CardBoundary name="The stats row">
        <StatsRow state={state} />
      </CardBoundary>
      {isWaiting ? (
        <WaitingCards />
      ) : (
        <div className={classNames('grid items-start gap-4', hasAdvice && 'xl:grid-cols-[22rem_minmax(0,1fr)]')}>
          <CardColumn
            {...cardProps}
            column="advice"
            className="flex min-w-0 flex-wrap gap-4 xl:flex-col xl:flex-nowrap [&>section]:basis-full md:[&>section]:flex-1 md:[&>section]:basis-88 xl:[&>section]:flex-none xl:[&>section]:basis-auto"
          />
          <CardColumn {...cardProps} column="usage" className="flex min-w-0 flex-col gap-4" />
        </div>
      )}
    </TargetFrame>
  );
}
