import { resourceLabels } from '@trimtab/core';
import { lazy, Suspense, useState } from 'react';
import { loadModule, thisPage } from '../../../browser/chunk-reload.ts';
import { Select } from '../../../ui/Select.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import type { TargetCardProps } from '../cards/target-card.ts';
import { useTradeOff } from './use-explanation.ts';

const TradeOffView = lazy(async () => ({
  default: await loadModule(
    'trade-off',
    () => import('./TradeOffView.tsx').then((module) => module.TradeOffView),
    thisPage,
  ),
}));

/** The price of reliability: what other requests leave unused, and how often they are exceeded. Hidden without it. */
export function TradeOffCard({ id, state: { missingText }, suggestion, explain, open }: TargetCardProps) {
  const tradeOff = useTradeOff(id, suggestion, { enabled: Boolean(suggestion) && explain.hasMore });
  const [wanted, choose] = useState('');
  const requests = (tradeOff?.requests ?? []).map((request) => ({
    ...request,
    key: `${request.container} · ${resourceLabels[request.resource]}`,
  }));
  const request = requests.find(({ key }) => key === wanted) ?? requests[0];
  if (!suggestion || tradeOff === undefined || request === undefined) return null;
  return (
    <>
      <CardHeader title="Reliability and cost">
        {requests.length === 1 ? null : (
          <Select
            aria-label="Request"
            className="max-w-44"
            value={request.key}
            onChange={(event) => choose(event.target.value)}
          >
            {requests.map(({ key }) => (
              <option key={key}>{key}</option>
            ))}
          </Select>
        )}
      </CardHeader>
      <div className="flex flex-col gap-3 px-4 py-3">
        <p className="text-ink-2">
          What other requests would have left unused over the last 14 days, and how long the usage was above them.
        </p>
        <Suspense fallback={<Skeleton className="h-96" />}>
          <TradeOffView
            key={request.key}
            request={request}
            modelMode={tradeOff.modelMode}
            onExport={missingText === null ? (chosen) => open('take', chosen) : null}
          />
        </Suspense>
      </div>
    </>
  );
}
