import { compareText } from '@trimtab/core';
import type { AppDeps, Ask, Connector, ConnectorMetric, RequestContext, Window } from '../../ports/index.ts';
import { PerPrincipal } from '../cache/per-principal.ts';
import { SharedCache } from '../cache/shared-cache.ts';

/** The maximum number of points per series of one query. */
export const mostPoints = 11_000;

export type ConnectorQuestion = { readonly query: string; readonly window: Window; readonly stepSeconds: number };

/** The maximum number of cached metric names, of about 200 bytes each. */
const mostCachedNames = 100_000;

/** The connectors of this server. The name in a request is only used as a key of the map. */
export function createConnectors({
  clock,
  telemetry,
  connectors = new Map<string, Connector>(),
}: Pick<AppDeps, 'clock' | 'telemetry' | 'connectors'>) {
  const cacheOfOne = () =>
    new SharedCache<readonly ConnectorMetric[]>(clock, {
      name: 'metric names',
      telemetry,
      weigh: (names) => names.length,
      grown: () => cached.trim(),
    });
  const cached = new PerPrincipal(clock, cacheOfOne, { weigh: ({ weight }) => weight, mostWeight: mostCachedNames });
  return {
    /** All connectors with their status. The answer arrives within seconds even if a connector does not answer. */
    list: (ask: Ask) =>
      Promise.all(
        [...connectors]
          .toSorted(([a], [b]) => compareText(a, b))
          .map(async ([name, connector]) => ({ name, ...(await statusInTime(connector, ask)) })),
      ),
    /** Null if there is no connector with that name. */
    metrics(name: string, { principal, signal }: RequestContext) {
      const connector = connectors.get(name);
      if (connector === undefined) return null;
      return cached.of(principal).get(name, (shared) => connector.metrics({ signal: shared }), signal);
    },
    query: (name: string, { query, window, stepSeconds }: ConnectorQuestion, ask: Ask) =>
      connectors.get(name)?.query(query, window, stepSeconds, ask) ?? null,
  };
}

/** A user waits for the status, so a slower connector counts as down. */
const statusTimeoutMs = 5_000;

/** Returns the status `down` for a connector that does not answer in time, before the connector's own deadline. */
async function statusInTime(connector: Connector, { signal }: Ask): ReturnType<Connector['status']> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), statusTimeoutMs);
  const either = signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]);
  try {
    return await connector.status({ signal: either });
  } catch (error) {
    if (signal?.aborted === true || !timeout.signal.aborted) throw error;
    return { status: 'down', detail: `It did not answer within ${statusTimeoutMs / 1000} seconds.` };
  } finally {
    clearTimeout(timer);
  }
}

/** Steps, in seconds, that give readable axes. */
const niceSteps = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400];
const usualPoints = 300;

/** The default step of a window, in seconds: the finest one that gives about 300 points. */
export function usualStep({ start, end }: Window): number {
  const finest = (end - start) / 1000 / usualPoints;
  return niceSteps.find((step) => step >= finest) ?? Math.ceil(finest / 86_400) * 86_400;
}
