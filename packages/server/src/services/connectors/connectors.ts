import { compareText } from '@trimtab/core';
import type { Ask, Connector, ConnectorMetric, LabeledValues, Window } from '../../ports/index.ts';

/** What may be asked of a connector: range by step, bounded. */
export const mostPoints = 11_000;

export type Connectors = {
  /** Every connector and whether it answers; within seconds, whether it does or not. */
  list(ask: Ask): Promise<readonly ({ readonly name: string } & Awaited<ReturnType<Connector['status']>>)[]>;
  /** Null when there is none of that name. */
  metrics(name: string, ask: Ask): Promise<readonly ConnectorMetric[]> | null;
  query(name: string, question: ConnectorQuestion, ask: Ask): Promise<LabeledValues> | null;
};

export type ConnectorQuestion = { readonly query: string; readonly window: Window; readonly stepSeconds: number };

/** The connectors that this server was started with; a name that comes with a request is a key here, and nothing else. */
export function createConnectors(connectors: ReadonlyMap<string, Connector>): Connectors {
  return {
    list: (ask) =>
      Promise.all(
        [...connectors]
          .toSorted(([a], [b]) => compareText(a, b))
          .map(async ([name, connector]) => ({ name, ...(await statusInTime(connector, ask)) })),
      ),
    metrics: (name, ask) => connectors.get(name)?.metrics(ask) ?? null,
    query: (name, { query, window, stepSeconds }, ask) =>
      connectors.get(name)?.query(query, window, stepSeconds, ask) ?? null,
  };
}

/** Whether it answers is asked by people who wait for it: what takes longer than this does not answer them. */
const statusPatienceMs = 5_000;

/** A connector that takes the question and never answers it is down, and says so long before its own deadline. */
async function statusInTime(connector: Connector, { signal }: Ask): ReturnType<Connector['status']> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), statusPatienceMs);
  const either = signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]);
  try {
    return await connector.status({ signal: either });
  } catch (error) {
    if (signal?.aborted === true || !timeout.signal.aborted) throw error;
    return { status: 'down', detail: `It did not answer within ${statusPatienceMs / 1000} seconds.` };
  } finally {
    clearTimeout(timer);
  }
}

/** Steps that read well on an axis, in seconds. */
const niceSteps = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400];
const usualPoints = 300;

/** The step of a window when none is asked for: the finest that keeps it to some 300 points. */
export function usualStep({ start, end }: Window): number {
  const finest = (end - start) / 1000 / usualPoints;
  return niceSteps.find((step) => step >= finest) ?? Math.ceil(finest / 86_400) * 86_400;
}
