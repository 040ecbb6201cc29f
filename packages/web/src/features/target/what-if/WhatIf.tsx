import { useQuery } from '@tanstack/react-query';
import { minuteMs, toastText } from '@trimtab/core';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import { useRouter } from '../../../browser/router.tsx';
import { useViewParams } from '../../../browser/search-params.ts';
import { useNow } from '../../../browser/use-now.ts';
import { EmptyState, ErrorState, OfflineState } from '../../../table/ListStates.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import type { TargetId } from '../queries.ts';
import { whatIfQuery } from './queries.ts';
import { WhatIfFormCard } from './WhatIfFormCard.tsx';
import { WhatIfResult } from './WhatIfResult.tsx';
import { questionOf, readForm, type WhatIfForm, writeForm } from './what-if-form.ts';

/**
 * What a target needs under a scaled load. The URL stores the inputs. `otherwise` is shown if the server does not have
 * the call.
 */
export function WhatIf({ id, otherwise }: { id: TargetId; otherwise: ReactNode }) {
  const client = useClient();
  const [params, change] = useViewParams();
  const { read } = useRouter();
  const now = useNow(minuteMs);
  const asked = readForm(params, now);
  const query = useQuery(whatIfQuery(client, id, questionOf(asked, now)));
  const { data, error, isPending, isPlaceholderData, fetchStatus } = query;
  const ask = (form: WhatIfForm) => {
    const changes = writeForm(form);
    const inAddress = new URLSearchParams(read().search);
    const isSame = Object.entries(changes).every(([name, value]) => inAddress.get(name) === value);
    change(changes, { replace: isSame });
    // The reason may be gone, such as an end that was in the future.
    if (isSame && data?.outcome === 'refused') void query.refetch();
  };
  // After the first answer the form stays, even if a later request fails. Before it, the server may turn out not to
  // have the call.
  const [isAnswered, setAnswered] = useState(false);
  if (!isAnswered && data !== undefined && data.outcome !== 'absent') setAnswered(true);
  if (data?.outcome === 'absent') return otherwise;
  const failed = (
    <ErrorState
      title="The load could not be computed."
      detail={error === null ? null : toastText(error)}
      onRetry={() => void query.refetch()}
    />
  );
  if (!isAnswered && isPending && fetchStatus !== 'paused') return <FirstLoad />;
  return (
    <>
      <p className="max-w-prose text-ink-2">
        Take a load of the past or the forecast, scale it, and see what this target would need. Pods, limits and prices
        are those of your cluster.
      </p>
      <div className="grid items-start gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]">
        <Card aria-label="Event" className="overflow-hidden">
          <CardHeader title="Event" />
          <WhatIfFormCard asked={asked} now={now} isBusy={isPending || isPlaceholderData} onAsk={ask} />
        </Card>
        {data === undefined || error !== null ? (
          <Card aria-label="Result" className="overflow-hidden">
            <CardHeader title="Result" />
            {error !== null ? failed : fetchStatus === 'paused' ? <OfflineState /> : <ResultSkeleton />}
          </Card>
        ) : data.outcome === 'refused' ? (
          <Card aria-label="Result" aria-busy={isPlaceholderData} className="overflow-hidden">
            <CardHeader title="Result" />
            <EmptyState title="This cannot be computed">{data.reason}</EmptyState>
          </Card>
        ) : (
          <WhatIfResult answer={data.answer} isStale={isPlaceholderData} />
        )}
      </div>
    </>
  );
}

function FirstLoad() {
  return (
    <div aria-busy="true" className="grid items-start gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]">
      <Card className="h-80" />
      <Card className="h-80" />
    </div>
  );
}

function ResultSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3 px-4 py-4">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-80 w-full" />
    </div>
  );
}
