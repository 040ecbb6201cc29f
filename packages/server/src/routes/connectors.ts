import { parseDuration } from '@trimtab/core';
import type { Call, Calls } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import { type Query, quote } from '../http/query.ts';
import {
  DomainError,
  enrollPermission,
  fromSource,
  type LabeledValues,
  type Principal,
  QueryError,
  queryPermission,
  type RequestContext,
  type Window,
} from '../ports/index.ts';
import { type ConnectorQuestion, mostPoints, usualStep } from '../services/connectors/connectors.ts';
import type { Services } from '../services/services.ts';

const longestQueryBytes = 8 * 1024;

export function connectorCalls({ connectors }: Pick<Services, 'connectors'>): Calls {
  const metricsOf = async (name: string, context: RequestContext) =>
    fromSource('metrics', known(name, connectors.metrics(name, context)));
  const series: Call = async ({ part, query, principal, signal }) => {
    requireQueryPermission(principal);
    const name = part('connector');
    const answer = known(name, connectors.query(name, question(query), { signal }));
    return present(await fromSource('metrics', answer.catch(asInvalidQuery)));
  };
  return {
    'connectors.list': async ({ signal }) => ({ items: await connectors.list({ signal }) }),
    'connectors.metrics': async ({ part, context }) => ({ items: await metricsOf(part('connector'), context) }),
    'connectors.metric': async ({ part, context }) => {
      const [connector, name] = [part('connector'), part('metricName')];
      const found = (await metricsOf(connector, context)).find((metric) => metric.name === name);
      if (found === undefined)
        throw new HttpError(404, `The connector ${quote(connector)} has no metric ${quote(name)}.`);
      return found;
    },
    'connectors.series': series,
    'connectors.timeseries': series,
  };
}

/** A query may read everything that the connector stores, so it needs more than the permission to read targets. */
function requireQueryPermission({ permissions }: Principal): void {
  if (permissions.has(queryPermission) || permissions.has(enrollPermission)) return;
  throw new HttpError(
    403,
    `Queries to a connector need the permission ${queryPermission}. Ask the operator of this server.`,
  );
}

function known<T>(name: string, answer: Promise<T> | null): Promise<T> {
  if (answer === null) throw new HttpError(404, `There is no connector ${quote(name)}.`);
  return answer;
}

/** Checks all parameters before the connector is queried. Every error names its parameter. */
function question(query: Query): ConnectorQuestion {
  const text = query.text('query')?.trim() ?? '';
  if (text === '') throw new HttpError(400, 'Parameter query must be given.');
  if (new TextEncoder().encode(text).byteLength > longestQueryBytes) {
    throw new HttpError(400, 'Parameter query must not be longer than 8 KiB.');
  }
  const window = closedWindow(query);
  const interval = query.text('interval');
  const stepSeconds = interval === null ? usualStep(window) : (parseDuration(interval) ?? 0) / 1000;
  if (!(stepSeconds >= 1)) {
    throw new HttpError(400, 'Parameter interval must be a duration of at least one second, such as 60s.');
  }
  const points = Math.ceil((window.end - window.start) / 1000 / stepSeconds);
  if (points > mostPoints) {
    const shortest = Math.ceil((window.end - window.start) / 1000 / mostPoints);
    throw new HttpError(
      400,
      `Parameter interval makes ${points} points of this window, more than ${mostPoints}: it must be at least ${shortest}s.`,
    );
  }
  return { query: text, window, stepSeconds };
}

function closedWindow(query: Query): Window {
  const { start, end } = query.window();
  if (start === null) throw new HttpError(400, 'Parameter start must be given.');
  if (end === null) throw new HttpError(400, 'Parameter end must be given.');
  return { start, end };
}

function asInvalidQuery(error: unknown): never {
  throw error instanceof QueryError ? new DomainError('invalid', `Parameter query: ${error.message}`) : error;
}

const present = ({ periods, series }: LabeledValues) => ({
  periods: periods.map((time) => new Date(time).toISOString()),
  metrics: series.map(({ labels, values }) => ({ labels: Object.fromEntries(labels), values })),
});
