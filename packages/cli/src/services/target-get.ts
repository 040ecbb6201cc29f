import {
  ApiError,
  type AstSpecView,
  CanceledError,
  type Change,
  type Client,
  type Comparison,
  type CurrentMetrics,
  type EnhancedTarget,
  type Explanation,
  isMissingCall,
  isoWindow,
  isWorkloadMissing,
  metricsWindow,
  type NodeSettings,
  type Outlook,
  type Pod,
  type Reliability,
  type ReportCard,
  type Series,
  type Suggestion,
  savingsWindow,
  type TargetListItem,
  type TargetName,
  type TradeOff,
  workloadMissingText,
} from '@trimtab/core';
import type { Extension } from '../http/announced.ts';
import { isMissingExtension } from './missing-call.ts';
import { readTargetList } from './targets-list.ts';
import { refuseUnknownTarget } from './unknown-target.ts';

/** A target with the responses about it. A part that could not be read is null, and `failures` names it. */
export type TargetDetail = {
  spec: AstSpecView;
  found: EnhancedTarget | null;
  /** Why the target has no workload; null if it has one. */
  missingText: string | null;
  row: TargetListItem | null;
  current: CurrentMetrics | null;
  suggestion: Suggestion | null;
  /** The suggestion could not be read, so whether there is one is unknown. */
  isSuggestionUnread: boolean;
  /** Why there is no suggestion; null if there is one, or if the server gives no reason. */
  noSuggestion: string | null;
  /** The inputs of the suggestion; null if the server does not send them, and while there is no suggestion. */
  explanation: Explanation | null;
  /** Usage and requests of the last 24 hours. */
  comparison: Comparison | null;
  settings: NodeSettings | null;
  pods: Pod[] | null;
  series: Series | null;
  /** The next day and week; null if the server does not forecast them, and while there is no suggestion. */
  outlook: Outlook | null;
  /** The price of other requests; null if the server does not compute it, and while there is no suggestion. */
  tradeOff: TradeOff | null;
  /** Kills, restarts, throttling and leaks of the last days; null if the server does not know them. */
  reliability: Reliability | null;
  /** How accurate forecasts and suggestions were; undefined if not requested, null if the server does not have it. */
  reportCard?: ReportCard | null;
  /** The newest change in the cluster; null if none was recorded, and if the server records none. */
  lastChange: Change | null;
  /** One sentence for each part that could not be read. */
  failures: string[];
};

async function findTarget(
  client: Client,
  id: TargetName,
): Promise<Pick<TargetDetail, 'spec' | 'found' | 'missingText'>> {
  const { namespace, name } = id;
  try {
    const found = await client.targets.get(id);
    return { spec: found.aiscaletarget, found, missingText: null };
  } catch (error) {
    if (!isWorkloadMissing(error)) return refuseUnknownTarget(id)(error);
    const { items } = await client.targets.inNamespace({ namespace });
    const spec = items.find((target) => target.name === name) ?? { ...id, spec: {} };
    return { spec, found: null, missingText: workloadMissingText(error) };
  }
}

/** Null if the server does not have the call or not enough history. Servers report this in different ways. */
async function ifPossible<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (isMissingCall(error) || (error instanceof ApiError && [400, 409].includes(error.status))) return null;
    throw error;
  }
}

/** Filtered here, because some servers cannot filter the list. */
async function totalSeries(answer: Promise<Series>): Promise<Series> {
  const { metrics, ...periods } = await answer;
  return { ...periods, metrics: metrics.filter(({ metricType }) => metricType === 'total') };
}

/** Reads everything that the detail page of the console shows. The parts fail independently. */
export async function getTarget(
  client: Client,
  id: TargetName,
  { now, withReportCard = false }: { now: number; withReportCard?: boolean },
): Promise<TargetDetail> {
  const { namespace, name } = id;
  const target = await findTarget(client, id);
  const failures: string[] = [];
  const part = async <T>(title: string, work: Promise<T>): Promise<T | null> => {
    try {
      return await work;
    } catch (error) {
      if (target.found === null && isWorkloadMissing(error)) return null;
      if (error instanceof CanceledError || !(error instanceof Error)) throw error;
      failures.push(`${title} could not be read: ${error.message.replace(/[.]$/, '')}.`);
      return null;
    }
  };
  const extension = <T>(call: Extension, answer: Promise<T>): Promise<T | null> =>
    ifPossible(answer).catch(async (error: unknown) => {
      if (await isMissingExtension(client, call, error)) return null;
      throw error;
    });
  const list = { namespace, mode: null, sort: 'name', limit: null };
  const day = isoWindow(savingsWindow(now));
  const changed = { ...id, events: ['resources', 'replicas', 'image'], limit: 1 } as const;
  const [
    rows,
    suggestions,
    current,
    pods,
    series,
    outlook,
    tradeOff,
    explanation,
    comparison,
    settings,
    reliability,
    changes,
    reportCard,
  ] = await Promise.all([
    part('The status', readTargetList(client, list)),
    part('The suggestion', client.suggestions.list({ ...id, active: true })),
    target.found && part('The usage', client.metrics.current(id)),
    target.found && part('The pods', client.targets.pods(id)),
    target.found && part('The history', totalSeries(client.metrics.target({ ...id, ...metricsWindow(now) }))),
    target.found && part('The outlook', extension('extensions.outlook', client.extensions.outlook(id))),
    target.found && part('The trade-off', extension('extensions.tradeOff', client.extensions.tradeOff(id))),
    target.found && part('The explanation', extension('extensions.explain', client.extensions.explain(id))),
    target.found && part('The usage of a day', ifPossible(client.costs.comparison({ ...id, ...day }))),
    target.found && part('The price of nodes', ifPossible(client.costs.settings({}))),
    target.found && part('The reliability', extension('extensions.reliability', client.extensions.reliability(id))),
    part('The last change', extension('views.changes', client.views.changes(changed))),
    target.found &&
      withReportCard &&
      part('The report card', extension('extensions.reportCard', client.extensions.reportCard(id))),
  ]);
  const row = rows?.items.find((one) => one.name === name) ?? null;
  if (row === null && rows?.incomplete != null) failures.push(`The status could not be read: ${rows.incomplete}`);
  return {
    ...target,
    row,
    suggestion: suggestions?.items[0] ?? null,
    isSuggestionUnread: suggestions === null,
    noSuggestion: suggestions?.reason ?? null,
    explanation,
    comparison,
    settings,
    current,
    pods: pods?.items ?? null,
    series,
    outlook,
    tradeOff,
    reliability,
    lastChange: changes?.items[0] ?? null,
    ...(withReportCard ? { reportCard: reportCard || null } : {}),
    failures,
  };
}
