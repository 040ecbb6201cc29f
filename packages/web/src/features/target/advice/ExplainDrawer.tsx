import { useQuery } from '@tanstack/react-query';
import {
  capitalize,
  distributionFor,
  type Explanation,
  formatAge,
  formatCount,
  formatDate,
  formatPercent,
  formatReplicaRange,
  formatResource,
  formatWeekShare,
  formatWholePercent,
  hourMs,
  minuteMs,
  replicaMarks,
  requestMarks,
  resourceLabels,
  type TradeOff,
  toastText,
} from '@trimtab/core';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import { useViewParams } from '../../../browser/search-params.ts';
import { useNow } from '../../../browser/use-now.ts';
import { ErrorState } from '../../../table/ListStates.tsx';
import { suggestionQuery, type TargetId, targetQuery } from '../queries.ts';
import { ConfidenceView } from './ConfidenceView.tsx';
import { printChosen } from './chosen-request.ts';
import { Fold } from './Fold.tsx';
import { MarkedRequests } from './MarkedRequests.tsx';
import { explanationQuery, hasFailed } from './queries.ts';
import { ReportCardView } from './ReportCardView.tsx';
import { exceededText, limitFacts, requestText } from './request-text.ts';
import { TradeOffView, type TradeOffViewProps } from './TradeOffView.tsx';
import { UsagePicture } from './UsagePicture.tsx';
import { useTradeOff } from './use-explanation.ts';

/** Explains the suggestion: window, samples, how it was computed, and how it would have performed in the past. */
export function ExplainDrawer({ id }: { id: TargetId }) {
  const client = useClient();
  const suggestion = useQuery({ ...suggestionQuery(client, id), enabled: false }).data;
  const { data, error, refetch } = useQuery({ ...explanationQuery(client, id, suggestion), enabled: false });
  const tradeOff = useTradeOff(id, suggestion, { enabled: false }).data;
  if (data === undefined)
    return (
      <>
        <p className="text-ink-2">{suggestion?.why}</p>
        {hasFailed(data, error) ? (
          <ErrorState
            title="The explanation could not be loaded."
            detail={toastText(error)}
            onRetry={() => void refetch()}
          />
        ) : null}
      </>
    );
  const { window, requests, replicas, queries } = data;
  return (
    <div className="@container flex flex-col gap-5">
      <p className="text-ink-2">
        From {formatDate(window.start, 'MMM d, HH:mm')} to {formatDate(window.end, 'MMM d, HH:mm')}, one sample every{' '}
        {formatCount(window.stepSeconds / 60)} minutes.
      </p>
      <Published explanation={data} />
      <ConfidenceView explanation={data} />
      {requests.map((request) => (
        <Block
          key={`${request.container}\n${request.resource}`}
          title={`${request.container} · ${resourceLabels[request.resource]}`}
        >
          <RequestView id={id} request={request} explanation={data} tradeOff={tradeOff} />
        </Block>
      ))}
      {replicas === null ? null : (
        <Block title="Replicas">
          <ReplicasView replicas={replicas} explanation={data} />
        </Block>
      )}
      <ReportCardView id={id} />
      {queries.length === 0 ? null : (
        <Block title="Queries">
          <ul className="flex flex-col gap-2">
            {queries.map(({ figure, query }) => (
              <li key={figure}>
                <p className="text-small text-ink-3">{figure}</p>
                <code className="block rounded-sm bg-sunken px-2 py-1 font-mono text-small break-all">{query}</code>
              </li>
            ))}
          </ul>
        </Block>
      )}
    </div>
  );
}

/** Says why this suggestion was published. If it was compared with newer samples, also says that it is still valid. */
function Published({ explanation: { created, publishedBecause, checked } }: { explanation: Explanation }) {
  const now = useNow(minuteMs);
  if (publishedBecause === undefined) return null;
  const wasChecked = checked !== undefined && Date.parse(checked) - Date.parse(created) >= hourMs;
  return (
    <p className="text-ink-2">
      Published {formatAge(created, now)}
      {wasChecked ? '; still within 10% of the newest computation' : ''}. {publishedBecause}
    </p>
  );
}

function RequestFacts({ request }: { request: Explanation['requests'][number] }) {
  const { resource, samples, replay, current } = request;
  const amount = (known: number) => formatResource(resource, known);
  return (
    <Facts
      facts={[
        ['Suggested', requestText(request)],
        ['Samples', `${formatCount(samples.found)} of ${formatCount(samples.expected)}`],
        ['Replay', replayText(replay)],
        ...(current === null
          ? []
          : [['Request at that time', `${amount(current.request)}: ${replayText(current.replay)}`] as const]),
        ...limitFacts(request),
      ]}
    />
  );
}

type RequestViewProps = {
  id: TargetId;
  request: Explanation['requests'][number];
  explanation: Explanation;
  tradeOff: TradeOff | undefined;
};

/** A plot of the usage beside the price of other requests, and how the request was computed. */
function RequestView({ id, request, explanation, tradeOff }: RequestViewProps) {
  const { container, resource } = request;
  const usage = distributionFor(explanation, request);
  const own = tradeOff?.requests.find((one) => one.container === container && one.resource === resource);
  const curve = tradeOff === undefined || own === undefined ? null : { request: own, modelMode: tradeOff.modelMode };
  if (usage === undefined)
    return (
      <>
        <RequestFacts request={request} />
        {curve === null ? null : (
          <div className="mt-2">
            <MarkedRequests {...curve} />
          </div>
        )}
      </>
    );
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-4 @4xl:grid-cols-2">
      <UsagePicture usage={usage} marks={requestMarks(request, usage)}>
        <Fold title="How it was computed">
          <RequestFacts request={request} />
        </Fold>
      </UsagePicture>
      {curve === null ? null : (
        <div className="@container min-w-0">
          <ChosenTradeOff id={id} {...curve} />
        </div>
      )}
    </div>
  );
}

type ChosenTradeOffProps = Pick<TradeOffViewProps, 'request' | 'modelMode'> & { id: TargetId };

/** The curve, on which a request for the patch can be chosen. */
function ChosenTradeOff({ id, request, modelMode }: ChosenTradeOffProps) {
  const client = useClient();
  const target = useQuery({ ...targetQuery(client, id), enabled: false }).data;
  const [, change] = useViewParams();
  const inForce = request.marks.find(({ mark }) => mark === modelMode)?.request ?? null;
  const [wanted, choose] = useState(inForce);
  const { container, resource } = request;
  return (
    <TradeOffView
      request={request}
      modelMode={modelMode}
      wanted={wanted}
      onChoose={choose}
      onExport={
        target?.outcome === 'found'
          ? (value) => change({ drawer: 'take', request: printChosen({ container, resource, request: value }) })
          : null
      }
    />
  );
}

type ReplicasViewProps = { replicas: NonNullable<Explanation['replicas']>; explanation: Explanation };

function ReplicasView({ replicas, explanation }: ReplicasViewProps) {
  const usage = distributionFor(explanation, null);
  const facts = (
    <Facts
      facts={[
        [
          'Suggested',
          replicas.suggested === replicas.current
            ? `${formatCount(replicas.suggested)}, as at that time`
            : `${formatCount(replicas.suggested)} instead of ${formatCount(replicas.current)}`,
        ],
        [
          `Expected within ${replicas.horizonMinutes ?? 10} minutes`,
          `${formatResource(replicas.metric, replicas.expectedUsage)} ${resourceLabels[replicas.metric]}, ${formatWholePercent(replicas.quantile)} of forecasts are lower`,
        ],
        ...(replicas.lastWeek
          ? [
              [
                `${capitalize(formatWeekShare(replicas.lastWeek))} used at most`,
                `${formatResource(replicas.metric, replicas.lastWeek.usage)}, which needed ${formatCount(replicas.lastWeek.needed)}`,
              ] as const,
            ]
          : []),
        ['Requested per pod', formatResource(replicas.metric, replicas.requestPerPod)],
        [
          'Utilization to run at',
          `${formatWholePercent(replicas.target)} (${replicas.targetFrom === 'hpa' ? 'from the autoscaler' : 'planned'})`,
        ],
        ['Suggested range', formatReplicaRange(replicas.minReplicas, replicas.maxReplicas)],
      ]}
    />
  );
  if (usage === undefined) return facts;
  return (
    <div className="@4xl:w-1/2 @4xl:pr-4">
      <UsagePicture usage={usage} marks={replicaMarks(replicas, usage)}>
        <Fold title="How it was computed">{facts}</Fold>
      </UsagePicture>
    </div>
  );
}

type Replay = Explanation['requests'][number]['replay'];
const replayText = (replay: Replay) => `${formatPercent(replay.slack)} unused, exceeded ${exceededText(replay)}`;

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold break-all">
        <bdi>{title}</bdi>
      </h3>
      {children}
    </section>
  );
}

function Facts({ facts }: { facts: readonly (readonly [term: string, text: string])[] }) {
  return (
    <dl className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-3 gap-y-1">
      {facts.map(([term, text]) => (
        <div key={term} className="contents">
          <dt className="text-ink-3">{term}</dt>
          <dd className="break-words">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
