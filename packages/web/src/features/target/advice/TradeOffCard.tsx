import { type RequestTradeOff, resourceLabels, toastText } from '@trimtab/core';
import { loadedLater } from '../../../browser/loaded-later.tsx';
import { ErrorState } from '../../../table/ListStates.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import type { TargetCardProps } from '../cards/target-card.ts';
import { printChosen } from './chosen-request.ts';
import { useChosenRequest } from './use-chosen-request.ts';
import { useTradeOff } from './use-explanation.ts';

const TradeOffView = loadedLater(
  'trade-off',
  () => import('./TradeOffView.tsx').then((module) => module.TradeOffView),
  <Skeleton className="h-96" />,
);

const title = 'Reliability and cost';

const keyOf = ({ container, resource }: Pick<RequestTradeOff, 'container' | 'resource'>) =>
  `${container} · ${resourceLabels[resource]}`;

/**
 * The price of reliability: what other requests leave unused, and how often they are exceeded. Hidden if the server
 * does not compute it.
 */
export function TradeOffCard({ id, state: { missingText }, suggestion, explain, open }: TargetCardProps) {
  const isEnabled = Boolean(suggestion) && explain.hasMore;
  const { data: tradeOff, failure, refetch } = useTradeOff(id, suggestion, { enabled: isEnabled });
  const [chosen, choose] = useChosenRequest();
  const requests = tradeOff?.requests ?? [];
  const own = chosen === null ? undefined : requests.find((one) => keyOf(one) === keyOf(chosen));
  const request = own ?? requests[0];
  if (isEnabled && failure !== null)
    return (
      <>
        <CardHeader title={title} />
        <ErrorState
          title="The trade-off could not be loaded."
          detail={toastText(failure)}
          onRetry={() => void refetch()}
        />
      </>
    );
  if (!suggestion || tradeOff === undefined || request === undefined) return null;
  const { modelMode } = tradeOff;
  const inForce = ({ marks }: RequestTradeOff) =>
    (marks.find(({ mark }) => mark === modelMode) ?? marks.find(({ mark }) => mark === 'current'))?.request ?? null;
  const shown = own === undefined ? inForce(request) : (chosen?.request ?? null);
  const chooseRequest = ({ container, resource }: RequestTradeOff, value: number | null) =>
    choose(value === null ? null : { container, resource, request: value });
  return (
    <>
      <CardHeader title={title}>
        {requests.length === 1 ? null : (
          <Select
            aria-label="Request"
            className="max-w-44"
            value={keyOf(request)}
            onChange={({ target }) => {
              const wanted = requests.find((one) => keyOf(one) === target.value);
              if (wanted !== undefined) chooseRequest(wanted, inForce(wanted));
            }}
          >
            {requests.map((one) => (
              <option key={keyOf(one)}>{keyOf(one)}</option>
            ))}
          </Select>
        )}
      </CardHeader>
      <div className="@container flex flex-col gap-3 px-4 py-3">
        <p className="text-ink-2">
          What today’s pods would have left unused over 14 days, and how long usage was above the request.
        </p>
        <TradeOffView
          request={request}
          modelMode={modelMode}
          wanted={shown}
          onChoose={(value) => chooseRequest(request, value)}
          onExport={
            missingText === null
              ? (value) =>
                  open(
                    'take',
                    printChosen({ container: request.container, resource: request.resource, request: value }),
                  )
              : null
          }
        />
      </div>
    </>
  );
}
